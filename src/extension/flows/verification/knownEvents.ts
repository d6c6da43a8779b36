import { type AbiEvent, type ContractInterface, contractInterface } from "../../../chain/abi/contractInterface";
import { callLength, encodedLength, fixedLength } from "../../../chain/abi/encodedLength";
import type { EventShape, KnownEvents } from "../../../chain/verification/receiptMembers";
import type { KnownCalls } from "../../../chain/verification/transactionMembers";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

/** How often data whose length is in it is looked through for one page: a node may send very much that looks like events. */
const mostReadings = 2000;

/** Counts what is left of the readings. */
interface Readings {
  left: number;
}

/** What an event of the interface looks like; undefined where it has none of that topic, or several that differ. */
function shapeOf(abi: ContractInterface, topic: string, readings: Readings): EventShape | undefined {
  const [event, ...others] = abi.events.filter((each) => !each.anonymous && each.topic === topic);
  if (!event) return undefined;
  const topics = topicsOf(event);
  if (others.some((other) => topicsOf(other) !== topics)) return undefined;
  const plain = event.inputs.filter(({ indexed }) => !indexed);
  const fixed = fixedLength(plain);
  return {
    topics,
    dataLength: (following) => fixed ?? (readings.left-- > 0 ? encodedLength(plain, following) : undefined),
  };
}

const topicsOf = ({ inputs }: AbiEvent): number => 1 + inputs.filter(({ indexed }) => indexed).length;

/**
 * Interfaces of contracts that come from here, by address, each read once: what a node says of an interface proves nothing, but it may name
 * these addresses any number of times.
 */
function ownInterfaces(app: Chainside, group: ChainGroup): (address: string) => ContractInterface | undefined {
  const own = new Map(
    app.knownContracts
      .list(group)
      .filter((contract) => contract.own)
      .map((contract) => [contract.address.toLowerCase(), contract.abi] as const),
  );
  const read = new Map<string, ContractInterface | undefined>();
  return (address) => {
    const abi = own.get(address.toLowerCase());
    if (abi === undefined) return undefined;
    if (!read.has(address)) read.set(address, readable(abi, group));
    return read.get(address);
  };
}

function readable(abi: string, group: ChainGroup): ContractInterface | undefined {
  try {
    return contractInterface(abi, group.session.suite);
  } catch {
    // an interface that cannot be read says nothing
    return undefined;
  }
}

/** The events of contracts whose interface comes from here. */
export function knownEvents(app: Chainside, group: ChainGroup): KnownEvents {
  const interfaces = ownInterfaces(app, group);
  const readings = { left: mostReadings };
  return (address, topic) => {
    const abi = topic === undefined ? undefined : interfaces(address);
    return abi && topic !== undefined ? shapeOf(abi, topic, readings) : undefined;
  };
}

/** The calls of contracts whose interface comes from here. */
export function knownCalls(app: Chainside, group: ChainGroup): KnownCalls {
  const interfaces = ownInterfaces(app, group);
  return (address, following) => {
    const abi = interfaces(address);
    return abi && callLength(abi, following);
  };
}
