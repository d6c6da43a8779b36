import { createHash } from "node:crypto";
import { readAccount } from "../execution/flatStateManager";
import type { DevChainSettings } from "../settings/options";
import type { StateReader } from "../state/stateStore";
import type { PendingTransaction } from "./txPool";

/** About as long as an idle node takes for a block: so long a nonce may be ahead of one that is still to come. */
const aheadMs = 100;

const nonceOf = ({ transaction }: PendingTransaction): bigint => BigInt(transaction.data.nonce);

/** The Ethereum transactions of each sender, whose nonces are counted, with those of lower nonces first. */
function ethereumBySender(pending: readonly PendingTransaction[]): Map<string, PendingTransaction[]> {
  const senders = new Map<string, PendingTransaction[]>();
  for (const each of pending) {
    if (each.transaction.type !== 1) continue;
    const own = senders.get(each.sender);
    if (own) own.push(each);
    else senders.set(each.sender, [each]);
  }
  for (const own of senders.values()) own.sort((a, b) => (nonceOf(a) < nonceOf(b) ? -1 : 1));
  return senders;
}

/**
 * When Ethereum transactions of one sender are sealed, and in which order. A node's block holds what was sent within its time, whatever
 * came first, and runs one sender's transactions in an order that follows neither arrival, nonce, nor hash.
 */
export class BlockOrder {
  readonly #settings: Pick<DevChainSettings, "order" | "seed" | "blockIntervalMs">;
  readonly #state: StateReader;

  constructor(settings: Pick<DevChainSettings, "order" | "seed" | "blockIntervalMs">, state: StateReader) {
    this.#settings = settings;
    this.#state = state;
  }

  /** How long until something of what waits is due, where blocks are made at once. 0: something is. */
  waitMs(pending: readonly PendingTransaction[]): number {
    const now = performance.now();
    const early = this.#ahead(pending, now);
    if (early.size < pending.length) return 0;
    return Math.max(1, Math.min(...[...early].map(({ arrivedMs }) => arrivedMs + aheadMs - now)));
  }

  /** What a block takes now: where blocks are made at once, what is ahead of its turn waits for its predecessors. */
  due(pending: readonly PendingTransaction[]): readonly PendingTransaction[] {
    if (this.#settings.blockIntervalMs > 0) return pending;
    const early = this.#ahead(pending, performance.now());
    return early.size === 0 ? pending : pending.filter((each) => !early.has(each));
  }

  /** Those before whose nonces some are missing. Once one has waited long enough, it goes with all that are lower. */
  #ahead(pending: readonly PendingTransaction[], now: number): Set<PendingTransaction> {
    const ahead = new Set<PendingTransaction>();
    for (const [sender, own] of ethereumBySender(pending)) {
      let next = readAccount(this.#state, sender)?.nonce ?? 0n;
      const gap = own.findIndex((each) => {
        if (nonceOf(each) > next) return true;
        next = nonceOf(each) + 1n;
        return false;
      });
      if (gap < 0) continue;
      const overdue = own.findLastIndex(({ arrivedMs }) => arrivedMs + aheadMs <= now);
      for (const each of own.slice(Math.max(gap, overdue + 1))) ahead.add(each);
    }
    return ahead;
  }

  /** The transactions of a block in the order in which they run: the seed and the block's number decide it. */
  arrange(pending: readonly PendingTransaction[], number: number): readonly PendingTransaction[] {
    if (this.#settings.order === "arrival") return pending;
    const rank = ({ sender, transaction }: PendingTransaction): string =>
      createHash("sha256").update(`${this.#settings.seed} ${number} ${sender} ${transaction.data.nonce}`).digest("hex");
    const arranged = [...pending];
    for (const own of ethereumBySender(pending).values()) {
      if (own.length < 2) continue;
      const places = own.map((each) => pending.indexOf(each)).sort((a, b) => a - b);
      const ranked = own.map((each) => [rank(each), each] as const).sort(([a], [b]) => (a < b ? -1 : 1));
      for (const [i, [, each]] of ranked.entries()) arranged[places[i] as number] = each;
    }
    return arranged;
  }
}
