import { type BuiltinContract, builtinContracts } from "../../../chain/abi/builtinContracts";
import { clientError } from "../../../chain/errors/clientError";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

/** A contract that a request can name. */
export interface NamedTarget {
  readonly name: string;
  readonly address: string;
  readonly builtin: boolean;
}

/** Known contracts, the newest first, and built-in ones. */
export function namedTargets(app: Chainside, group: ChainGroup): NamedTarget[] {
  const known = app.knownContracts.list(group).map(({ name, address }) => ({ name, address, builtin: false }));
  const builtin = Object.entries<BuiltinContract>(builtinContracts).flatMap(([name, { address }]) =>
    address === undefined ? [] : [{ name, address, builtin: true }],
  );
  return [...known, ...builtin];
}

/**
 * An address or BFS path as it is written, or the newest contract of that name.
 * @throws ChainError usage `unknownContractName`.
 */
export function targetAddress(app: Chainside, group: ChainGroup, target: string): string {
  if (/^0x[0-9a-fA-F]{40}$/.test(target) || target.startsWith("/")) return target;
  const named = namedTargets(app, group);
  const found = named.find(({ name }) => name === target);
  if (found) return found.address;
  throw clientError("unknownContractName", {
    name: target,
    names: [...new Set(named.map((each) => each.name))].join(", "),
  });
}
