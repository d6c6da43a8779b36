/** What tells one event of a chain from all others, and where it stands. */
export interface PlacedLog {
  readonly blockNumber: number;
  readonly transactionHash: string;
  /** Index inside the transaction's receipt. */
  readonly logIndex: number;
}

/** Events of one block that can be told apart: more do not fit into the one message in which a node pushes them. */
const maxOfBlock = 150_000;

/** A block with more events than a node can push: no node has such a one. */
export class TooManyEvents extends RangeError {}

/** One event, wherever it was heard of. */
const logKey = ({ transactionHash, logIndex }: PlacedLog): string => `${transactionHash}:${logIndex}`;

/**
 * How far the events of a chain have been heard: the first block that may still bring some, and what of it is known. A caller that asks
 * from `from` on and keeps what `take` gives back has every event once (docs/protocol/websocket.md, "Events").
 */
export class EventCursor {
  #from: number;
  #seen = new Set<string>();

  constructor(from: number) {
    this.#from = from;
  }

  /** First block to ask for. */
  get from(): number {
    return this.#from;
  }

  /**
   * The new ones of events in the order of the chain; the place moves to the block of the last.
   * @throws TooManyEvents for one block.
   */
  take<Log extends PlacedLog>(logs: readonly Log[]): Log[] {
    return logs.filter((log) => this.#isNew(log));
  }

  #isNew(log: PlacedLog): boolean {
    if (log.blockNumber < this.#from) return false;
    if (log.blockNumber > this.#from) this.#moveTo(log.blockNumber);
    const key = logKey(log);
    if (this.#seen.has(key)) return false;
    if (this.#seen.size >= maxOfBlock) throw new TooManyEvents(`block ${log.blockNumber} has events without an end`);
    this.#seen.add(key);
    return true;
  }

  /** All blocks up to this one have been looked through. */
  passed(block: number): void {
    if (block >= this.#from) this.#moveTo(block + 1);
  }

  #moveTo(block: number): void {
    this.#from = block;
    this.#seen = new Set();
  }
}
