import { numberOf } from "../model/values";
import type { Web3Node } from "../model/web3Node";

type BlockListener = (height: number) => void;

/**
 * The height of the chain. Nothing is asked while no one wants to know; with listeners the node is asked at an interval, and each hears of
 * every block once, in order.
 */
export class Head {
  readonly #node: Web3Node;
  readonly #intervalMs: number;
  readonly #listeners = new Set<BlockListener>();
  #asking: Promise<number> | undefined;
  #height = -1;
  #changedAt = Date.now();
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
    if (height !== this.#height) {
      this.#height = height;
      this.#changedAt = Date.now();
    }
    return height;
  }

  /** For how long the height has been the same, as far as it was asked for: 0 at first. */
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
