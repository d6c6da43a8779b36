import { bytesToKey } from "../../crypto/bytes/hex";
import { type BlockRecord, decodeBlockRecord, encodeBlockRecord } from "../records/blockRecord";
import type { StateStore } from "../state/stateStore";

/** What memory holds of each block: its hash and those of its transactions, as keys (`bytesToKey`). */
export interface IndexedBlock {
  readonly hash: string;
  readonly transactions: readonly string[];
}

export function indexOf({ header, transactions }: BlockRecord): IndexedBlock {
  return { hash: bytesToKey(header.hash), transactions: transactions.map(({ hash }) => bytesToKey(hash)) };
}

/** Blocks whose bodies the archive has: from the first on, without `to`. */
export interface ArchivedRange {
  readonly from: number;
  readonly to: number;
}

export const noArchive: ArchivedRange = { from: 0, to: 0 };

/** Where block records lie: memory or a file. Numbers are dense from 0. */
export interface BlockLog {
  append(record: Uint8Array, changes: Uint8Array, block: IndexedBlock): void;
  /** Blocks that were there when the log was opened, once. */
  takeIndex(): readonly IndexedBlock[];
  /** Brings the state to the latest block of the log. */
  loadState(store: StateStore): void;
  /** Called after each block: time to save the state now and then. */
  keepState(store: StateStore): void;
  read(number: number): Uint8Array;
  readonly length: number;
  /** Forgets everything above the number. */
  truncate(number: number): void;
  /** Whether state changes must be handed over to `append`. */
  readonly keepsChanges: boolean;
  /** What was archived when the log was opened. */
  archived(): ArchivedRange;
  keepArchived(range: ArchivedRange): void;
  /** Counts a start at height 0, and says how many there were since block 0 was appended, this one included. */
  countStart(): number;
  /** Signature lists that were kept before, each as it was given to `keepSignatures`. */
  signatures(): readonly Uint8Array[];
  keepSignatures(record: Uint8Array): void;
  /** Saves the state, so that the next start need not go through the blocks, and lets the files go. */
  close(store: StateStore): void;
}

const slabSize = 4 * 1024 * 1024;

/** Records packed into large slabs: thousands of small buffers of their own would cost as much again. */
export class MemoryBlockLog implements BlockLog {
  readonly keepsChanges = false;
  #slabs: Uint8Array[] = [];
  /** For each record: slab, start, end. */
  #places: number[] = [];

  append(record: Uint8Array): void {
    const [lastSlab = -1, , lastEnd = 0] = this.#places.slice(-3);
    const slab = this.#slabs[lastSlab];
    const fits = slab !== undefined && lastEnd + record.length <= slab.length;
    const at = fits ? lastEnd : 0;
    const index = fits ? lastSlab : lastSlab + 1;
    if (!fits) this.#slabs[index] = new Uint8Array(Math.max(slabSize, record.length));
    this.#slabs[index]?.set(record, at);
    this.#places.push(index, at, at + record.length);
  }

  takeIndex(): readonly IndexedBlock[] {
    return [];
  }

  /** Memory starts empty. */
  loadState(): undefined {
    return undefined;
  }

  keepState(): undefined {
    return undefined;
  }

  archived(): ArchivedRange {
    return noArchive;
  }

  keepArchived(): undefined {
    return undefined;
  }

  /** Memory starts once, and again whenever it forgets everything. */
  countStart(): number {
    return 1;
  }

  /** Memory starts empty; what is made is remembered by `KeptSignatures`. */
  signatures(): readonly Uint8Array[] {
    return [];
  }

  keepSignatures(): undefined {
    return undefined;
  }

  read(number: number): Uint8Array {
    const [slab = -1, start, end] = this.#places.slice(3 * number, 3 * number + 3);
    const bytes = number < 0 ? undefined : this.#slabs[slab];
    if (!bytes) throw new RangeError(`there is no block ${number}`);
    return bytes.subarray(start, end);
  }

  get length(): number {
    return this.#places.length / 3;
  }

  truncate(number: number): void {
    this.#places.length = 3 * (number + 1);
    this.#slabs.length = (this.#places.at(-3) ?? -1) + 1;
  }

  close(): void {
    this.#slabs = [];
    this.#places = [];
  }

  release(): void {
    this.close();
  }
}

const cacheSize = 64;
/** Positions are packed into one number: block · 2^20 + index. */
const indexSpan = 2 ** 20;

/** The blocks of a group: bodies as bytes in the log, hashes and positions in memory. */
export class BlockStore {
  readonly log: BlockLog;
  /** The same texts as the keys of `#numbers`. */
  #hashes: string[] = [];
  #numbers = new Map<string, number>();
  #transactions = new Map<string, number>();
  #cache = new Map<number, BlockRecord>();

  constructor(log: BlockLog) {
    this.log = log;
    for (const block of log.takeIndex()) this.#index(block);
  }

  /** Number of the latest block; −1 before genesis. */
  get head(): number {
    return this.#hashes.length - 1;
  }

  append(block: BlockRecord, changes: Uint8Array): void {
    const entry = indexOf(block);
    this.log.append(encodeBlockRecord(block), changes, entry);
    this.#index(entry);
    this.#remember(block.header.number, block);
  }

  #index(block: IndexedBlock): void {
    const number = this.#hashes.length;
    this.#hashes.push(block.hash);
    this.#numbers.set(block.hash, number);
    block.transactions.forEach((key, index) => {
      this.#transactions.set(key, number * indexSpan + index);
    });
  }

  #remember(number: number, block: BlockRecord): void {
    this.#cache.delete(number);
    this.#cache.set(number, block);
    if (this.#cache.size > cacheSize) {
      const oldest = this.#cache.keys().next().value;
      if (oldest !== undefined) this.#cache.delete(oldest);
    }
  }

  block(number: number): BlockRecord {
    const cached = this.#cache.get(number);
    if (cached) return cached;
    const block = decodeBlockRecord(this.log.read(number));
    this.#remember(number, block);
    return block;
  }

  /**
   * Gives block 0 the hash by which the chain goes from now on (`executedGenesisHash`). Its own header keeps the hash of its content, and
   * is found by that too, as on a node.
   */
  nameGenesis(hash: Uint8Array): void {
    this.#hashes[0] = bytesToKey(hash);
    this.#numbers.set(bytesToKey(hash), 0);
  }

  /** The hash by which the chain goes: of block 0 not always that of its header. */
  hashOf(number: number): Uint8Array | undefined {
    const key = this.#hashes[number];
    return key === undefined ? undefined : Uint8Array.from(Buffer.from(key, "latin1"));
  }

  numberOf(hash: Uint8Array): number | undefined {
    return this.#numbers.get(bytesToKey(hash));
  }

  locate(transactionHash: Uint8Array): { number: number; index: number } | undefined {
    const position = this.#transactions.get(bytesToKey(transactionHash));
    if (position === undefined) return undefined;
    return { number: Math.floor(position / indexSpan), index: position % indexSpan };
  }

  /** Goes back to an earlier block. */
  rewind(number: number): void {
    for (let n = this.head; n > number; n--) {
      for (const transaction of this.block(n).transactions) this.#transactions.delete(bytesToKey(transaction.hash));
      const key = this.#hashes[n];
      if (key) this.#numbers.delete(key);
      this.#cache.delete(n);
    }
    this.#hashes.length = number + 1;
    if (number < 0) this.#numbers.clear(); // block 0 has two names
    this.log.truncate(number);
  }
}
