import { type AbiEvent, type ContractInterface, contractInterface } from "../../../chain/abi/contractInterface";
import { callLength, encodedLength } from "../../../chain/abi/encodedLength";
import type { EventShape, KnownEvents } from "../../../chain/verification/receiptMembers";
import type { KnownCalls } from "../../../chain/verification/transactionMembers";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

/** What an event of the interface looks like; undefined where it has none of that topic, or several that differ. */
function shapeOf(abi: ContractInterface, topic: string): EventShape | undefined {
  const [event, ...others] = abi.events.filter((each) => !each.anonymous && each.topic === topic);
  if (!event) return undefined;
  const topics = topicsOf(event);
  if (others.some((other) => topicsOf(other) !== topics)) return undefined;
  const plain = event.inputs.filter(({ indexed }) => !indexed);
  return { topics, dataLength: (following) => encodedLength(plain, following) };
}

const topicsOf = ({ inputs }: AbiEvent): number => 1 + inputs.filter(({ indexed }) => indexed).length;

/** The interface of a contract that comes from here: what a node says of an interface proves nothing. */
function ownInterface(app: Chainside, group: ChainGroup, address: string): ContractInterface | undefined {
  const contract = app.knownContracts.find(group, address);
  if (!contract?.own) return undefined;
  try {
    return contractInterface(contract.abi, group.session.suite);
  } catch {
    // an interface that cannot be read says nothing
    return undefined;
  }
}

/** The events of contracts whose interface comes from here. */
export function knownEvents(app: Chainside, group: ChainGroup): KnownEvents {
  return (address, topic) => {
    const abi = topic === undefined ? undefined : ownInterface(app, group, address);
    return abi && topic !== undefined ? shapeOf(abi, topic) : undefined;
  };
}

/** The calls of contracts whose interface comes from here. */
export function knownCalls(app: Chainside, group: ChainGroup): KnownCalls {
  return (address, following) => {
    const abi = ownInterface(app, group, address);
    return abi && callLength(abi, following);
  };
}
