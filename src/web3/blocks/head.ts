import { numberToHex } from "../../crypto/bytes/hex";
import { isObject, numberOf } from "../model/values";
import type { Web3Node } from "../model/web3Node";

type BlockListener = (height: number) => void;

/** Where nothing was asked for longer, a block that is new here may be an old one. */
const maxGapMs = 500;

/**
 * The height of the chain. Nothing is asked without listeners; with them the node is asked at an interval, and each hears of
 * every block once, in order.
 */
export class Head {
  readonly #node: Web3Node;
  readonly #intervalMs: number;
  readonly #listeners = new Set<BlockListener>();
  #asking: Promise<number> | undefined;
  #height = -1;
  #changedAt = Date.now();
  #askedAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #reported = -1;
  #closed = false;

  constructor(node: Web3Node, intervalMs: number) {
    this.#node = node;
    this.#intervalMs = intervalMs;
  }

  /**
   * The latest block now, by one question for all who wait for it. An answer isn't kept: who has a receipt already would look for its
   * block in vain.
   * @throws what asking throws
   */
  height(): Promise<number> {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  async #ask(): Promise<number> {
    const height = numberOf(await this.#node.request("eth_blockNumber", []));
    const gapMs = Date.now() - this.#askedAt;
    if (height !== this.#height) {
      this.#changedAt = gapMs > maxGapMs ? await this.#sealedAt(height) : Date.now();
      this.#height = height;
    }
    this.#askedAt = Date.now();
    return height;
  }

  /** When a block was made, by its own time in seconds: not later than now, whatever the node's clock says. */
  async #sealedAt(height: number): Promise<number> {
    const now = Date.now();
    try {
      const block = await this.#node.request("eth_getBlockByNumber", [numberToHex(height), false]);
      return isObject(block) ? Math.min(now, (numberOf(block["timestamp"]) + 1) * 1000) : now;
    } catch {
      return now; // the height is known all the same
    }
  }

  /** For how long the height has been the same: 0 before it was asked for. */
  get idleMs(): number {
    return this.#height < 0 ? 0 : Date.now() - this.#changedAt;
  }

  /** Hears of each new block until the function that is given back is called. */
  onBlock(listener: BlockListener): () => void {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) {
      this.#reported = -1;
      this.#schedule(0);
    }
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) clearTimeout(this.#timer);
    };
  }

  #schedule(ms: number): void {
    if (this.#closed) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#look(), ms);
  }

  async #look(): Promise<void> {
    // a node that doesn't answer is asked again: the listeners have limits of their own
    const height = await this.height().catch(() => undefined);
    if (height !== undefined) {
      const first = this.#reported < 0 ? height : this.#reported + 1;
      for (let number = first; number <= height; number++) for (const listener of this.#listeners) listener(number);
      this.#reported = height;
    }
    if (this.#listeners.size > 0) this.#schedule(this.#intervalMs);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#listeners.clear();
  }
}
