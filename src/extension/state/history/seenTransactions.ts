import type { ChainGroup } from "../connections/chainGroup";

/** A transaction as a line of a list shows it; what could not be had is left out. */
export interface SeenTransaction {
  readonly hash: string;
  readonly block?: number;
  readonly from?: string;
  /** Empty for a deployment. */
  readonly to?: string;
  /** `set("hello")`, else the function's selector. */
  readonly call?: string;
  /** 0: it succeeded. */
  readonly status?: number;
  readonly contractAddress?: string;
  /** Milliseconds since 1970. */
  readonly timeMs?: number;
}

/** So many of a group are kept; those that were seen first go first. */
const mostSeen = 2000;

const memories = new WeakMap<ChainGroup, Map<string, SeenTransaction>>();

/** Keeps what was shown of transactions of a group while its connection is open: no node lists them by address. */
export function noteSeen(group: ChainGroup, transactions: readonly SeenTransaction[]): void {
  const memory = memories.get(group) ?? new Map<string, SeenTransaction>();
  memories.set(group, memory);
  for (const each of transactions) {
    const known = memory.get(each.hash);
    memory.delete(each.hash);
    memory.set(each.hash, { ...known, ...each });
  }
  for (const hash of memory.keys()) {
    if (memory.size <= mostSeen) break;
    memory.delete(hash);
  }
}

/** Those of an address that were seen: sent by it, to it, or that made it. */
export function seenOf(group: ChainGroup, address: string): SeenTransaction[] {
  const wanted = address.toLowerCase();
  return [...(memories.get(group)?.values() ?? [])].filter(({ from, to, contractAddress }) =>
    [from, to, contractAddress].some((each) => each?.toLowerCase() === wanted),
  );
}
