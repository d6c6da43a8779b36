import type { ChainGroup } from "../../state/connections/chainGroup";

/** So many of a contract are kept; the oldest are forgotten first. */
const most = 50;

const memories = new WeakMap<ChainGroup, Map<string, string[]>>();

/** What was looked up in the storage of a contract while its connection is open: `balances[0x…]`. */
export function lookedUpOf(group: ChainGroup, address: string): readonly string[] {
  return memories.get(group)?.get(address.toLowerCase()) ?? [];
}

/** Keeps what is looked up, so that the contract's lines show it. */
export function noteLookedUp(group: ChainGroup, address: string, expression: string): void {
  const memory = memories.get(group) ?? new Map<string, string[]>();
  memories.set(group, memory);
  const known = lookedUpOf(group, address).filter((each) => each !== expression);
  memory.set(address.toLowerCase(), [...known, expression].slice(-most));
}
