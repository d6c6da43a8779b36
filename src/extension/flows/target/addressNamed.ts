import type { AbiParameter, AbiShape } from "../../../chain/abi/abiType";
import { parseTypedText } from "../../../chain/abi/typedText";
import { type Address, isAddress } from "../../../crypto/bytes/hex";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { ownAccounts } from "../accounts/accountName";

type Names = Pick<Chainside, "accounts" | "knownContracts">;

type Place = Parameters<typeof ownAccounts>[1];

/** The one address that all of these have; undefined for none, and for several. */
function onlyAddress(named: readonly { readonly address: string }[]): Address | undefined {
  const found = new Set(named.map(({ address }) => address.toLowerCase()));
  const [address] = found;
  return found.size === 1 ? (address as Address) : undefined;
}

/** Own accounts of the chain's suite and entries of the address book that have the label. */
const labelledAccounts = (app: Pick<Names, "accounts">, place: Place, name: string) =>
  [...ownAccounts(app, place), ...app.accounts.bookEntries()].filter(({ label }) => label === name);

/** The account that a label stands for: an own one of the chain's suite, or one of the address book. */
export function accountNamed(app: Pick<Names, "accounts">, place: Place, text: string): Address | undefined {
  const name = text.trim();
  return name === "" ? undefined : onlyAddress(labelledAccounts(app, place, name));
}

/**
 * The address that a name of one's own stands for: the label of an account of the chain's suite, a contract of the list, or a label of the
 * address book. Undefined for an address itself, an unknown name, and one that several bear.
 */
export function addressNamed(app: Names, group: ChainGroup, text: string): Address | undefined {
  const name = text.trim();
  if (name === "" || name.startsWith("0x")) return undefined;
  const contracts = app.knownContracts.list(group).filter((contract) => contract.name === name);
  return onlyAddress([...labelledAccounts(app, group, name), ...contracts]);
}

/** The address that a typed text is, or that a name of one's own stands for. */
export function typedAddress(app: Names, group: ChainGroup, text: string): Address | undefined {
  const typed = text.trim();
  return isAddress(typed) ? (typed.toLowerCase() as Address) : addressNamed(app, group, typed);
}

/** Whether a typed text is a path of the chain's file system, behind which a contract may be. */
export const isContractPath = (text: string): boolean => /^\/\w/.test(text.trim());

function typedParts(text: string): unknown {
  try {
    return parseTypedText(text);
  } catch {
    return text; // what is wrong with it, its check says
  }
}

function addressed(app: Names, group: ChainGroup, shape: AbiShape, value: unknown): unknown {
  const inside = (part: AbiShape, given: unknown): unknown => addressed(app, group, part, given);
  if (shape.kind === "address") return typeof value === "string" ? (addressNamed(app, group, value) ?? value) : value;
  if (shape.kind !== "array" && shape.kind !== "tuple") return value;
  if (typeof value === "string") {
    const parts = typedParts(value);
    if (typeof parts === "string") return value;
    const named = inside(shape, parts);
    // Numbers and texts that a person types are read from what was typed, so it stays where it holds no name.
    return JSON.stringify(named) === JSON.stringify(parts) ? value : named;
  }
  if (shape.kind === "array") return Array.isArray(value) ? value.map((each) => inside(shape.element, each)) : value;
  if (Array.isArray(value))
    return value.map((each, index) => {
      const member = shape.members[index];
      return member ? inside(member.shape, each) : each;
    });
  if (typeof value !== "object" || value === null) return value;
  const members = new Map(shape.members.map((member) => [member.name, member]));
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      const member = members.get(name);
      return [name, member ? inside(member.shape, each) : each];
    }),
  );
}

/** Arguments in which names stand where addresses belong, with the addresses in their place; everything else as it was given. */
export function withAddresses(
  app: Names,
  group: ChainGroup,
  parameters: readonly AbiParameter[],
  values: readonly unknown[],
): unknown[] {
  return values.map((value, index) => {
    const parameter = parameters[index];
    return parameter ? addressed(app, group, parameter.shape, value) : value;
  });
}
