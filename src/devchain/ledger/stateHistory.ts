import { numberToHex } from "../../crypto/bytes/hex";
import type { StateChange, StateStore } from "../state/stateStore";

/** Blocks that can be traced. */
export const historyBlocks = 256;

/** The way back: what each of the latest blocks has changed, and the snapshots that lead there. */
export class StateHistory {
  readonly #store: StateStore;
  readonly #blocks: { number: number; inverse: StateChange[] }[] = [];
  readonly #snapshots = new Map<string, number>();
  #lastSnapshot = 0;

  constructor(store: StateStore) {
    this.#store = store;
  }

  get snapshotCount(): number {
    return this.#snapshots.size;
  }

  /** The first block that can be undone. */
  get first(): number {
    return this.#blocks[0]?.number ?? Number.POSITIVE_INFINITY;
  }

  /** Keeps what a block has changed since the checkpoint: the latest blocks, and all since the oldest snapshot. */
  remember(number: number, checkpoint: number): void {
    this.#blocks.push({ number, inverse: this.#store.inverseSince(checkpoint) });
    const oldest = Math.min(number - historyBlocks, ...this.#snapshots.values());
    while ((this.#blocks[0]?.number ?? number) <= oldest) this.#blocks.shift();
  }

  /** Names the state after the block. */
  snapshot(head: number): string {
    const id = numberToHex(++this.#lastSnapshot);
    this.#snapshots.set(id, head);
    return id;
  }

  /** The block of a snapshot, which is used up with all younger ones; undefined when there is none of that name. */
  takeSnapshot(id: string): number | undefined {
    const number = this.#snapshots.get(id);
    if (number === undefined) return undefined;
    for (const [name] of this.#snapshots) if (Number(name) >= Number(id)) this.#snapshots.delete(name);
    return number;
  }

  /** Takes the state back for good to what it was after the block. */
  rewind(number: number): void {
    while ((this.#blocks.at(-1)?.number ?? 0) > number) this.#store.apply(this.#blocks.pop()?.inverse ?? []);
  }

  /** Takes the state back to what it was before the block; the store's undo log knows how it was. */
  visit(number: number): void {
    this.#store.bring(() => {
      for (let i = this.#blocks.length - 1; (this.#blocks[i]?.number ?? -1) >= number; i--) {
        for (const { table, key, value } of this.#blocks[i]?.inverse ?? []) this.#store.set(table, key, value);
      }
    });
  }

  clear(): void {
    this.#blocks.length = 0;
    this.#snapshots.clear();
  }
}
