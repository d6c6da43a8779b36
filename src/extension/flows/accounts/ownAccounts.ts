import type { CryptoSuite } from "../../../crypto/cryptoSuite";
import { clientError } from "../../../errors/clientError";
import type { Account } from "../../state/accounts/account";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

type Names = Pick<Chainside, "accounts">;

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
