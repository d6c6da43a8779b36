import { type ContractInterface, contractInterface } from "../../../chain/abi/contractInterface";
import type { KnownEvents } from "../../../chain/verification/receiptMembers";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

/** How many topics an event of the interface has; undefined where it has none of that topic, or several that differ. */
function topicsOf(abi: ContractInterface, topic: string): number | undefined {
  const counts = new Set(
    abi.events
      .filter((event) => !event.anonymous && event.topic === topic)
      .map(({ inputs }) => 1 + inputs.filter(({ indexed }) => indexed).length),
  );
  const [only, ...others] = counts;
  return others.length === 0 ? only : undefined;
}

/** The events of contracts whose interface comes from here: what a node says of an interface proves nothing. */
export function knownEvents(app: Chainside, group: ChainGroup): KnownEvents {
  return (address, topic) => {
    const contract = app.knownContracts.find(group, address);
    if (!contract?.own || topic === undefined) return undefined;
    try {
      return topicsOf(contractInterface(contract.abi, group.session.suite), topic);
    } catch {
      // an interface that cannot be read says nothing
      return undefined;
    }
  };
}
