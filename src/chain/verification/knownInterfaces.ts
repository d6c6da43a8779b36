import type { AbiEvent, ContractInterface } from "../abi/contractInterface";
import { callLength, encodedLength, fixedLength } from "../abi/encodedLength";
import type { EventShape, KnownEvents } from "./receiptMembers";
import type { KnownCalls } from "./transactionMembers";

/** How often data whose length is in it is looked through for one answer: a node may send very much that looks like events. */
const maxReadings = 2000;

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

/** Interfaces of a contract that come from here, not from a node: what a node says of an interface proves nothing. */
type InterfacesAt = (address: string) => readonly ContractInterface[];

/** The events of contracts whose interface comes from here, each a contract's whole one under a suite. */
export function eventsOfInterfaces(interfacesAt: InterfacesAt): KnownEvents {
  const readings = { left: maxReadings };
  return (address, topic) => {
    if (topic === undefined) return undefined;
    for (const abi of interfacesAt(address)) {
      const shape = shapeOf(abi, topic, readings);
      if (shape) return shape;
    }
    return undefined;
  };
}

/** The calls of contracts whose interface comes from here. */
export function callsOfInterfaces(interfacesAt: InterfacesAt): KnownCalls {
  return (address, following) => {
    for (const abi of interfacesAt(address)) {
      const length = callLength(abi, following);
      if (length !== undefined) return length;
    }
    return undefined;
  };
}
