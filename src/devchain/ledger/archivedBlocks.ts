import { type BlockLog, noArchive } from "./blockStore";

/**
 * Which blocks of a group have lost their transactions and receipts, as the node's archive delete service takes them
 * (docs/protocol/archive.md, "Delete service"). The bodies stay in the block log: they are what the query service reads.
 */
export class ArchivedBlocks {
  readonly #log: BlockLog;
  /** First block of the first range, and the first block that still counts as unarchived. */
  #from = 0;
  #to = 0;

  constructor(log: BlockLog) {
    this.#log = log;
    ({ from: this.#from, to: this.#to } = log.archived());
  }

  /** `archivedBlockNumber`: the first block that still has its data; 0 when nothing was archived. */
  get number(): number {
    return this.#to;
  }

  /** Whether the block's transactions and receipts are in the archive instead of the ledger. */
  has(blockNumber: number): boolean {
    return blockNumber >= this.#from && blockNumber < this.#to;
  }

  /** What deleting the range answers: the node's text, `success` or why not. */
  delete(start: number, end: number, head: number): string {
    if (start > head || end > head || start > end || start <= 0) return "error, invalid block range";
    if (this.#to > 0 && start !== this.#to) {
      return `error, start block is not equal to archived block, ${start} != ${this.#to}`;
    }
    this.#keep(this.#to > 0 ? this.#from : start, end);
    return "success";
  }

  /** Follows the chain back to an earlier block: blocks that will have the numbers of lost ones are not archived. */
  rewind(head: number): void {
    if (this.#to === 0 || this.#to <= head) return;
    if (this.#from > head) this.#keep(noArchive.from, noArchive.to);
    else this.#keep(this.#from, Math.max(head, 0));
  }

  #keep(from: number, to: number): void {
    this.#from = from;
    this.#to = to;
    this.#log.keepArchived({ from, to });
  }
}
