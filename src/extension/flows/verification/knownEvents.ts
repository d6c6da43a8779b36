import { type ContractInterface, contractInterface } from "../../../chain/abi/contractInterface";
import { callsOfInterfaces, eventsOfInterfaces } from "../../../chain/verification/knownInterfaces";
import type { KnownEvents } from "../../../chain/verification/receiptMembers";
import type { KnownCalls } from "../../../chain/verification/transactionMembers";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

/**
 * Interfaces of contracts that come from here, by address, each read once: what a node says of an interface proves nothing, but it may name
 * these addresses any number of times.
 */
function ownInterfaces(app: Chainside, group: ChainGroup): (address: string) => readonly ContractInterface[] {
  const own = new Map(
    app.knownContracts
      .list(group)
      .filter((contract) => contract.own)
      .map((contract) => [contract.address.toLowerCase(), contract.abi] as const),
  );
  const read = new Map<string, readonly ContractInterface[]>();
  return (address) => {
    const abi = own.get(address.toLowerCase());
    if (abi === undefined) return [];
    const found = read.get(address) ?? readable(abi, group);
    read.set(address, found);
    return found;
  };
}

function readable(abi: string, group: ChainGroup): readonly ContractInterface[] {
  try {
    return [contractInterface(abi, group.session.suite)];
  } catch {
    // an interface that cannot be read says nothing
    return [];
  }
}

/** The events of contracts whose interface comes from here. */
export const knownEvents = (app: Chainside, group: ChainGroup): KnownEvents =>
  eventsOfInterfaces(ownInterfaces(app, group));

/** The calls of contracts whose interface comes from here. */
export const knownCalls = (app: Chainside, group: ChainGroup): KnownCalls =>
  callsOfInterfaces(ownInterfaces(app, group));
