import { type ContractInterface, contractInterface } from "../../../chain/abi/contractInterface";
import {
  type PrecompiledContract,
  precompiledAt,
  precompiledContracts,
  precompiledInterface,
} from "../../../chain/abi/precompiledContracts";
import { isAddress } from "../../../crypto/bytes/hex";
import { clientError } from "../../../errors/clientError";
import { decodingAbi } from "../../flows/target/contractTarget";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

/** A contract that a request can name. */
interface NamedTarget {
  readonly name: string;
  readonly address: string;
}

/** Known contracts, the newest first, and built-in ones. */
export function namedTargets(app: Chainside, group: ChainGroup): NamedTarget[] {
  const known = app.knownContracts.list(group).map(({ name, address }) => ({ name, address }));
  const precompiled = Object.entries<PrecompiledContract>(precompiledContracts).flatMap(([name, { address }]) =>
    address === undefined ? [] : [{ name, address }],
  );
  return [...known, ...precompiled];
}

/**
 * An address or BFS path as it is written, or the newest contract of that name.
 * @throws ChainError usage `unknownContractName`.
 */
export function targetAddress(app: Chainside, group: ChainGroup, target: string): string {
  if (isAddress(target) || target.startsWith("/")) return target;
  const named = namedTargets(app, group);
  const found = named.find(({ name }) => name === target);
  if (found) return found.address;
  throw clientError("unknownContractName", {
    name: target,
    names: [...new Set(named.map((each) => each.name))],
  });
}

/** The interface of a contract as far as it is known here: no node is asked. */
export function interfaceKnownHere(app: Chainside, group: ChainGroup, address: string): ContractInterface | undefined {
  const { suite } = group.session;
  const precompiled = precompiledAt(address);
  if (precompiled) return precompiledInterface(precompiled, suite);
  const known = app.knownContracts.find(group, address);
  return known && contractInterface(decodingAbi(known), suite);
}
