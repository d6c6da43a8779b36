import type { CryptoSuite } from "../../../crypto/cryptoSuite";
import { clientError } from "../../../errors/clientError";
import { shortHex } from "../../../text/shortText";
import type { Account } from "../../state/accounts/account";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

type Names = Pick<Chainside, "accounts">;

/** The label of one of the user's own accounts. */
export const ownLabel = ({ accounts }: Names, address: string): string | undefined =>
  accounts.at(address)?.label || undefined;

/** What knows names of addresses. */
export type KnownNames = Pick<Chainside, "accounts" | "knownContracts">;

/** The name that an address was given: as an account of the user's own, as a contract that is known of the chain, in the book. */
export function givenName(app: KnownNames, group: ChainGroup, address: string): string | undefined {
  return ownLabel(app, address) ?? app.knownContracts.titleAt(group, address) ?? app.accounts.bookLabel(address);
}

/** What the address book calls it, never without the beginning of its address: `Treasury 0x29ac…`. */
function bookName({ accounts }: Names, address: string): string | undefined {
  const label = accounts.bookLabel(address);
  return label === undefined ? undefined : `${label} ${shortHex(address)}`;
}

/** `dev0` where the account is one of the user's own, `Treasury 0x29ac…` where the address book has it, else the short address. */
export function accountLabel(app: Names, address: string): string {
  return ownLabel(app, address) ?? bookName(app, address) ?? shortHex(address);
}

/** The same, but with the beginning of the address behind the user's own label too: `dev0 0x29ac…`. */
export function accountName(app: Names, address: string): string {
  const own = ownLabel(app, address);
  return own === undefined ? accountLabel(app, address) : `${own} ${shortHex(address)}`;
}

/** The user's own accounts whose keys are of the group's suite. */
export const ownAccounts = (
  { accounts }: Names,
  { session }: { readonly session: { readonly suite: Pick<CryptoSuite, "name"> } },
): readonly Account[] => accounts.all.filter(({ suite }) => suite === session.suite.name);

/** The one that a label or an address names. @throws ChainError usage `unknownOwnAccount`. */
export function ownAccount(app: Names, group: ChainGroup, name: string): Account {
  const own = ownAccounts(app, group);
  const wanted = name.toLowerCase();
  const found = own.find(({ label }) => label === name) ?? own.find(({ address }) => address.toLowerCase() === wanted);
  if (found) return found;
  throw clientError("unknownOwnAccount", { name, names: own.map(({ label }) => label) });
}
