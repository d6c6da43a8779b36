import { type BuiltinName, builtinContracts, builtinInterface } from "../../chain/abi/builtinContracts";
import { contractInterface } from "../../chain/abi/contractInterface";
import type { Chainside } from "../app/chainside";
import type { ChainGroup } from "../connections/chainGroup";

/** A function, error or event of a contract that is known. */
export interface SelectorName {
  readonly contract: string;
  readonly signature: string;
}

/** What a selector (4 bytes) or an event's topic (32 bytes) stands for in the contracts known of a group and the built-in ones. */
export function selectorNames(app: Chainside, group: ChainGroup, hex: string): SelectorName[] {
  const wanted = hex.toLowerCase();
  const known = app.knownContracts.list(group).map(({ name, abi }) => ({
    name,
    abi: contractInterface(abi, group.session.suite),
  }));
  const builtin = (Object.keys(builtinContracts) as BuiltinName[]).map((name) => ({
    name,
    abi: builtinInterface(name, group.session.suite),
  }));
  return [...known, ...builtin].flatMap(({ name, abi }) => [
    ...[...abi.functions, ...abi.errors]
      .filter(({ selector }) => selector === wanted)
      .map(({ signature }) => ({ contract: name, signature })),
    ...abi.events.filter(({ topic }) => topic === wanted).map(({ signature }) => ({ contract: name, signature })),
  ]);
}
