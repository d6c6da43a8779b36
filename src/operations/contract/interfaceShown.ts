import type { ContractInterface } from "../../chain/abi/contractInterface";

/** No ABI is listed with more. */
const maxEntries = 500;

/** Functions and events of an interface, as `contract abi` tells them. */
export function interfaceShown({ functions, events }: ContractInterface) {
  return {
    functions: functions
      .slice(0, maxEntries)
      .map(({ name, signature, selector, stateMutability }) => ({ name, signature, selector, stateMutability })),
    events: events.slice(0, maxEntries).map(({ name, signature, topic }) => ({ name, signature, topic })),
    more: functions.length > maxEntries || events.length > maxEntries,
  };
}
