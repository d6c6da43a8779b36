import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import type { StateChange, StateStore } from "../state/stateStore";
import { decodeBlockRecord, decodeStateChanges, encodeStateChanges } from "./blockRecord";
import { type ArchivedRange, type BlockLog, type IndexedBlock, noArchive } from "./blockStore";
import { crc32 } from "./crc32";

/**
 * Files of a group (docs/devchain.md, "Data directory"):
 * `blocks.log`: for each block length (4), CRC-32 (4), then block record length (4), block record, state changes.
 * `index.log`: for each block length of its record (4), hash (32), number of transactions (4), their hashes (32 each).
 * `state-N.bin`: every row of the state after block N, in chunks of length (4), CRC-32 (4), rows; the last chunk is empty.
 * `archived.json`: the range of blocks whose bodies count as archived.
 * Only `blocks.log` counts; the others save time and are made again from it when they do not fit.
 */
const headSize = 8;
const snapshotEvery = 5000;
const rowsAtOnce = 2000;

function readAt(file: number, offset: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let done = 0;
  while (done < length) {
    const count = readSync(file, bytes, done, length - done, offset + done);
    if (count === 0) return bytes.subarray(0, done);
    done += count;
  }
  return bytes;
}

function writeAll(file: number, bytes: Uint8Array, position: number | null): void {
  let done = 0;
  while (done < bytes.length) {
    done += writeSync(file, bytes, done, bytes.length - done, position === null ? null : position + done);
  }
}

/** Length and check sum in front of a payload. */
function framed(payload: Uint8Array): Buffer {
  const bytes = Buffer.alloc(headSize + payload.length);
  bytes.writeUInt32BE(payload.length, 0);
  bytes.writeUInt32BE(crc32(payload), 4);
  bytes.set(payload, headSize);
  return bytes;
}

/** The payload at the offset, or undefined when it is torn or damaged. */
function readFramed(file: number, offset: number, size: number): Buffer | undefined {
  if (offset + headSize > size) return undefined;
  const head = readAt(file, offset, headSize);
  const length = head.readUInt32BE(0);
  if (offset + headSize + length > size) return undefined;
  const payload = readAt(file, offset + headSize, length);
  return crc32(payload) === head.readUInt32BE(4) ? payload : undefined;
}

const blockPart = (payload: Buffer): Buffer => payload.subarray(4, 4 + payload.readUInt32BE(0));
const changesPart = (payload: Buffer): Buffer => payload.subarray(4 + payload.readUInt32BE(0));

function indexEntry(length: number, block: IndexedBlock): Buffer {
  const bytes = Buffer.alloc(40 + 32 * block.transactions.length);
  bytes.writeUInt32BE(length, 0);
  bytes.set(block.hash, 4);
  bytes.writeUInt32BE(block.transactions.length, 36);
  block.transactions.forEach((hash, index) => {
    bytes.set(hash, 40 + 32 * index);
  });
  return bytes;
}

function indexed(record: Uint8Array): IndexedBlock {
  const block = decodeBlockRecord(record);
  return { hash: block.header.hash, transactions: block.transactions.map(({ hash }) => hash) };
}

/**
 * Blocks in append-only files. A block is the system's before anybody is told of it, or with `synced` on the disk; a torn end is
 * cut when the log is opened. Bodies stay on disk; memory holds where each begins.
 */
export class FileBlockLog implements BlockLog {
  readonly keepsChanges = true;
  readonly #folder: string;
  readonly #blocks: number;
  readonly #index: number;
  readonly #synced: boolean;
  /** Start of each block's record, and the end of the last. */
  #offsets: number[] = [0];
  #indexSizes: number[] = [0];
  readonly #found: IndexedBlock[] = [];

  constructor(folder: string, synced: boolean) {
    this.#synced = synced;
    mkdirSync(folder, { recursive: true });
    this.#folder = folder;
    const open = (name: string): number => {
      const path = join(folder, name);
      return openSync(path, existsSync(path) ? "r+" : "w+");
    };
    this.#blocks = open("blocks.log");
    this.#index = open("index.log");
    this.#open();
  }

  #open(): void {
    const size = fstatSync(this.#blocks).size;
    this.#readIndex(size);
    // what the index does not cover yet, or no longer fits, is read from the blocks themselves
    for (;;) {
      const offset = this.#end;
      const payload = readFramed(this.#blocks, offset, size);
      if (!payload) break;
      this.#note(headSize + payload.length, indexed(blockPart(payload)), true);
    }
    if (size > this.#end) ftruncateSync(this.#blocks, this.#end);
    ftruncateSync(this.#index, this.#indexSizes.at(-1) ?? 0);
    this.#dropStates(this.length - 1);
  }

  /** Removes the states of blocks above the number: they belong to blocks that are lost, and others will have their numbers. */
  #dropStates(number: number): void {
    for (const [name, at] of this.#snapshots()) if (at > number) rmSync(join(this.#folder, name));
  }

  get #end(): number {
    return this.#offsets.at(-1) ?? 0;
  }

  #readIndex(size: number): void {
    const bytes = readAt(this.#index, 0, fstatSync(this.#index).size);
    let at = 0;
    while (at + 40 <= bytes.length) {
      const length = bytes.readUInt32BE(at);
      const count = bytes.readUInt32BE(at + 36);
      const next = at + 40 + 32 * count;
      if (next > bytes.length || this.#end + length > size || length < headSize) break;
      const transactions = Array.from({ length: count }, (_, i) => bytes.subarray(at + 40 + 32 * i, at + 72 + 32 * i));
      this.#note(length, { hash: bytes.subarray(at + 4, at + 36), transactions }, false);
      at = next;
    }
    // the last of them is the one that a power cut may have torn
    const last = this.#found.at(-1);
    if (!last) return;
    const payload = readFramed(this.#blocks, this.#offsets.at(-2) ?? 0, size);
    const known = payload && indexed(blockPart(payload));
    if (known && Buffer.from(known.hash).equals(Buffer.from(last.hash))) return;
    this.#forget();
    if (this.#found.length > 0 && !this.#fits(size)) this.#forgetAll();
  }

  /** Whether the last indexed block is what the log holds there. */
  #fits(size: number): boolean {
    const payload = readFramed(this.#blocks, this.#offsets.at(-2) ?? 0, size);
    const last = this.#found.at(-1);
    return (
      payload !== undefined && last !== undefined && Buffer.from(indexed(blockPart(payload)).hash).equals(last.hash)
    );
  }

  #forget(): void {
    this.#offsets.pop();
    this.#indexSizes.pop();
    this.#found.pop();
  }

  #forgetAll(): void {
    this.#offsets = [0];
    this.#indexSizes = [0];
    this.#found.length = 0;
  }

  #note(length: number, block: IndexedBlock, write: boolean): void {
    const entry = 40 + 32 * block.transactions.length;
    const indexEnd = this.#indexSizes.at(-1) ?? 0;
    if (write) writeAll(this.#index, indexEntry(length, block), indexEnd);
    this.#offsets.push(this.#end + length);
    this.#indexSizes.push(indexEnd + entry);
    this.#found.push(block);
  }

  get length(): number {
    return this.#offsets.length - 1;
  }

  /** What opening found, once: the caller keeps it in its own form. */
  takeIndex(): readonly IndexedBlock[] {
    return this.#found.splice(0);
  }

  append(record: Uint8Array, changes: Uint8Array, block: IndexedBlock): void {
    const payload = Buffer.alloc(4 + record.length + changes.length);
    payload.writeUInt32BE(record.length, 0);
    payload.set(record, 4);
    payload.set(changes, 4 + record.length);
    const bytes = framed(payload);
    writeAll(this.#blocks, bytes, this.#end);
    if (this.#synced) fdatasyncSync(this.#blocks);
    this.#note(bytes.length, block, true);
    this.#found.length = 0;
  }

  #payload(number: number): Buffer {
    const [offset, end] = [this.#offsets[number], this.#offsets[number + 1]];
    if (offset === undefined || end === undefined) throw new RangeError(`there is no block ${number}`);
    const payload = readFramed(this.#blocks, offset, end);
    if (!payload) throw new RangeError(`block ${number} is damaged on disk`);
    return payload;
  }

  read(number: number): Uint8Array {
    return blockPart(this.#payload(number));
  }

  truncate(number: number): void {
    this.#offsets.length = number + 2;
    this.#indexSizes.length = number + 2;
    ftruncateSync(this.#blocks, this.#end);
    ftruncateSync(this.#index, this.#indexSizes.at(-1) ?? 0);
    this.#dropStates(number);
  }

  /** State files with their block numbers, newest first. */
  #snapshots(): [name: string, number: number][] {
    return readdirSync(this.#folder)
      .flatMap((name): [string, number][] => {
        const found = /^state-(\d+)\.bin$/.exec(name);
        return found ? [[name, Number(found[1])]] : [];
      })
      .sort((a, b) => b[1] - a[1]);
  }

  /** Brings the state to the latest block: from the newest whole state file, then block by block. */
  loadState(store: StateStore): void {
    let next = 0;
    for (const [name, number] of this.#snapshots()) {
      if (number >= this.length) continue;
      const rows = this.#readSnapshot(name);
      if (!rows) continue;
      for (const chunk of rows) store.apply(chunk);
      next = number + 1;
      break;
    }
    for (; next < this.length; next++) store.apply(decodeStateChanges(changesPart(this.#payload(next))));
  }

  #readSnapshot(name: string): StateChange[][] | undefined {
    const file = openSync(join(this.#folder, name), "r");
    try {
      const size = fstatSync(file).size;
      const chunks: StateChange[][] = [];
      for (let offset = 0; ; ) {
        const payload = readFramed(file, offset, size);
        if (!payload) return undefined;
        if (payload.length === 0) return chunks;
        chunks.push(decodeStateChanges(payload));
        offset += headSize + payload.length;
      }
    } finally {
      closeSync(file);
    }
  }

  /** Writes a state file when the last one is long ago. */
  keepState(store: StateStore): void {
    if (this.length % snapshotEvery === 0) this.writeState(store);
  }

  /** Writes the state after the latest block; it counts only once it is whole. */
  writeState(store: StateStore): void {
    const number = this.length - 1;
    const name = `state-${number}.bin`;
    const path = join(this.#folder, name);
    const file = openSync(`${path}.tmp`, "w");
    let chunk: StateChange[] = [];
    for (const row of store.rows()) {
      chunk.push(row);
      if (chunk.length < rowsAtOnce) continue;
      writeAll(file, framed(encodeStateChanges(chunk)), null);
      chunk = [];
    }
    if (chunk.length > 0) writeAll(file, framed(encodeStateChanges(chunk)), null);
    writeAll(file, framed(new Uint8Array(0)), null);
    fdatasyncSync(file);
    fdatasyncSync(this.#blocks); // a state must not be on the disk without its block
    closeSync(file);
    renameSync(`${path}.tmp`, path);
    for (const [old] of this.#snapshots().slice(2)) rmSync(join(this.#folder, old));
  }

  archived(): ArchivedRange {
    const path = join(this.#folder, "archived.json");
    if (!existsSync(path)) return noArchive;
    const { from, to } = JSON.parse(readFileSync(path, "utf8")) as Partial<ArchivedRange>;
    return Number.isInteger(from) && Number.isInteger(to) ? { from: Number(from), to: Number(to) } : noArchive;
  }

  keepArchived(range: ArchivedRange): void {
    const path = join(this.#folder, "archived.json");
    writeFileSync(`${path}.tmp`, `${JSON.stringify(range)}\n`);
    renameSync(`${path}.tmp`, path);
  }

  close(): void {
    fdatasyncSync(this.#blocks);
    closeSync(this.#blocks);
    closeSync(this.#index);
  }
}
