import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { basename, join } from "node:path";
import { writeWholeFileSync } from "../../files/wholeFile";
import { openNewFile, openOwnFile, requireOwnFile, requireOwnFolder } from "../../processes/exclusive/ownFile";
import { decodeBlockRecord, decodeStateChanges } from "../records/blockRecord";
import type { StateStore } from "../state/stateStore";
import { BlockIndexFile, type IndexEntry } from "./blockIndexFile";
import { type ArchivedRange, type BlockLog, type IndexedBlock, indexOf, noArchive } from "./blockStore";
import { FrameReader, framed, HeldFile, headSize, readAt, writeAll } from "./framedRecords";
import { blockLimitSpan } from "./poolAdmission";
import { StateFiles } from "./stateFiles";

/**
 * Files of a group (docs/devchain.md, "Data directory"). In `blocks.log` each framed payload is block record length (4),
 * block record, state changes. Only `blocks.log` counts; the others save time and are made again from it when they do not fit.
 */
const stateEvery = 5000;
/** So many of the latest blocks are read when a group is opened, for the nonces that must not be used again. */
const readAgain = blockLimitSpan + 1;
/** Where what was cut off last is kept. */
const cutName = "blocks.cut";

const blockPart = (payload: Buffer): Buffer => payload.subarray(4, 4 + payload.readUInt32BE(0));
const changesPart = (payload: Buffer): Buffer => payload.subarray(4 + payload.readUInt32BE(0));

function indexed(payload: Buffer): IndexEntry {
  return { ...indexOf(decodeBlockRecord(blockPart(payload))), length: headSize + payload.length };
}

/** Opens the files of a group, all or none. @throws ChainError code `strangeFile` for a name that is taken by something else. */
function openAll(folder: string, names: readonly [string, string, string]): [number, number, number] {
  const opened: number[] = [];
  const open = (name: string): number => {
    const file = openOwnFile(join(folder, name));
    opened.push(file);
    return file;
  };
  try {
    return [open(names[0]), open(names[1]), open(names[2])];
  } catch (error) {
    for (const file of opened) closeSync(file);
    throw error;
  }
}

function flushFolder(folder: string): void {
  if (process.platform === "win32") return; // a folder cannot be opened there
  const file = openSync(folder, "r");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/**
 * Blocks in append-only files. A block is the system's before it is announced, or with `synced` on the disk; a torn or
 * damaged end is cut when the log is opened, and kept aside. Bodies stay on disk; memory holds where each begins.
 */
export class FileBlockLog implements BlockLog {
  readonly keepsChanges = true;
  readonly #folder: string;
  readonly #blocks: HeldFile;
  readonly #index: BlockIndexFile;
  readonly #signatures: HeldFile;
  /** Where the next signature list goes; undefined until the file was read. */
  #signaturesEnd: number | undefined;
  readonly #states: StateFiles;
  readonly #synced: boolean;
  readonly #requireOwn: () => void;
  /** Start of each block's record, and the end of the last. */
  #offsets: number[] = [0];
  #found: IndexedBlock[] = [];

  /** @param requireOwn throws when the directory is no longer this process': then nothing more is written */
  constructor(folder: string, synced: boolean, requireOwn: () => void) {
    this.#requireOwn = requireOwn;
    this.#synced = synced;
    requireOwnFolder(folder);
    mkdirSync(folder, { recursive: true });
    this.#folder = folder;
    const [blocks, index, signatures] = openAll(folder, ["blocks.log", "index.log", "signatures.log"]);
    this.#blocks = new HeldFile(blocks);
    this.#index = new BlockIndexFile(index);
    this.#signatures = new HeldFile(signatures);
    try {
      this.#states = new StateFiles(folder);
      this.#open();
      if (synced) flushFolder(folder);
    } catch (error) {
      this.release();
      throw error;
    }
  }

  #open(): void {
    const size = fstatSync(this.#blocks.number).size;
    const reader = new FrameReader(this.#blocks.number, size);
    this.#takeEntries(size);
    const known = this.length;
    this.#checkEnd(reader);
    this.#index.truncate(this.length);
    // what the index does not cover yet, or no longer fits, is read from the blocks themselves
    for (;;) {
      const payload = reader.payload(this.#end);
      if (!payload) break;
      const entry = indexed(payload);
      this.#index.append(entry);
      this.#note(entry);
    }
    if (size > this.#end) this.#cut(size, known);
    this.#states.dropAbove(this.length - 1);
  }

  /** Takes over what the index says of the blocks that the log is long enough for. */
  #takeEntries(size: number): void {
    for (const entry of this.#index.read()) {
      if (entry.length < headSize || this.#end + entry.length > size) break;
      this.#note(entry);
    }
  }

  /** Compares the index with the blocks that opening reads in any case; forgets it from the first that does not fit. */
  #checkEnd(reader: FrameReader): void {
    const last = this.length - 1;
    for (let number = this.#firstRead(); number <= last; number++) {
      const [start = 0, end = 0] = this.#offsets.slice(number, number + 2);
      const payload = reader.payload(start);
      const fits = payload !== undefined && headSize + payload.length === end - start;
      if (!fits) {
        this.#forgetFrom(number);
        return;
      }
      if (number === last && indexed(payload).hash !== this.#found[number]?.hash) {
        this.#forgetFrom(0); // an index of other blocks
      }
    }
  }

  /** The first block that opening has to read: those behind the state files, and the latest for their nonces. */
  #firstRead(): number {
    return Math.max(0, Math.min(this.length - readAgain, this.#states.oldest + 1));
  }

  #forgetFrom(number: number): void {
    this.#offsets.length = number + 1;
    this.#found.length = number;
  }

  /** Takes the end off that holds no whole block, keeps it aside, and says so when blocks are lost with it. */
  #cut(size: number, known: number): void {
    const path = join(this.#folder, cutName);
    const file = openNewFile(path);
    try {
      for (let at = this.#end; at < size; ) {
        const bytes = readAt(this.#blocks.number, at, Math.min(size - at, 1024 * 1024));
        writeAll(file, bytes, null);
        at += bytes.length;
      }
    } finally {
      closeSync(file);
    }
    ftruncateSync(this.#blocks.number, this.#end);
    if (known <= this.length) return;
    process.emitWarning(
      `${basename(this.#folder)}: block ${this.length} is damaged on disk. The chain goes on from block ${this.length - 1}; ` +
        `what stood behind it is in ${path}.`,
      { code: "CHAINSIDE_DAMAGED" },
    );
  }

  get #end(): number {
    return this.#offsets.at(-1) ?? 0;
  }

  #note(entry: IndexEntry): void {
    this.#offsets.push(this.#end + entry.length);
    this.#found.push(entry);
  }

  get length(): number {
    return this.#offsets.length - 1;
  }

  /** What opening found, once: the caller keeps it in its own form. */
  takeIndex(): readonly IndexedBlock[] {
    const found = this.#found;
    this.#found = [];
    return found;
  }

  append(record: Uint8Array, changes: Uint8Array, block: IndexedBlock): void {
    const length = Buffer.allocUnsafe(4);
    length.writeUInt32BE(record.length, 0);
    this.#requireOwn();
    if (this.length === 0) rmSync(this.#startsPath, { force: true }); // of a chain that is gone
    const bytes = framed(length, record, changes);
    writeAll(this.#blocks.number, bytes, this.#end);
    if (this.#synced) fdatasyncSync(this.#blocks.number);
    this.#index.append({ ...block, length: bytes.length });
    this.#offsets.push(this.#end + bytes.length);
  }

  #payload(number: number): Buffer {
    const [offset, end] = this.#offsets.slice(number, number + 2);
    if (number < 0 || offset === undefined || end === undefined) throw new RangeError(`there is no block ${number}`);
    const payload = new FrameReader(this.#blocks.number, end).payload(offset);
    if (!payload) throw new RangeError(`block ${number} is damaged on disk`);
    return payload;
  }

  read(number: number): Uint8Array {
    return blockPart(this.#payload(number));
  }

  truncate(number: number): void {
    this.#requireOwn();
    this.#offsets.length = number + 2;
    ftruncateSync(this.#blocks.number, this.#end);
    this.#index.truncate(this.length);
    this.#states.dropAbove(number);
  }

  /** Brings the state to the latest block: from the newest whole state file, then block by block. */
  loadState(store: StateStore): void {
    const reader = new FrameReader(this.#blocks.number, this.#end);
    for (let next = this.#states.load(store) + 1; next < this.length; next++) {
      const payload = reader.payload(this.#offsets[next] ?? 0);
      if (!payload)
        throw new RangeError(`block ${next} is damaged on disk, and so are the state files that stand for it`);
      store.apply(decodeStateChanges(changesPart(payload)));
    }
  }

  /** Writes a state file when the last one is long ago. */
  keepState(store: StateStore): void {
    if (this.length % stateEvery === 0) this.#writeState(store);
  }

  /** Writes the state after the latest block. The chain can do without: a full disk is only spoken of. */
  #writeState(store: StateStore): void {
    try {
      this.#requireOwn();
      // a state must not be on the disk without its block
      this.#states.write(this.length - 1, store, () => fdatasyncSync(this.#blocks.number));
    } catch (error) {
      process.emitWarning(error instanceof Error ? error : String(error));
    }
  }

  archived(): ArchivedRange {
    const path = join(this.#folder, "archived.json");
    requireOwnFile(path);
    if (!existsSync(path)) return noArchive;
    try {
      const { from, to } = JSON.parse(readFileSync(path, "utf8")) as Partial<ArchivedRange>;
      if (Number.isInteger(from) && Number.isInteger(to)) return { from: Number(from), to: Number(to) };
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
    process.emitWarning(`${path} is damaged: no block counts as archived.`, { code: "CHAINSIDE_DAMAGED" });
    return noArchive;
  }

  keepArchived(range: ArchivedRange): void {
    this.#requireOwn();
    writeWholeFileSync(join(this.#folder, "archived.json"), `${JSON.stringify(range)}\n`);
  }

  /** Written before the hash is announced that comes of it. */
  countStart(): number {
    const path = this.#startsPath;
    requireOwnFile(path);
    const known = existsSync(path) ? Number.parseInt(readFileSync(path, "utf8"), 10) : 0;
    const starts = Number.isSafeInteger(known) && known >= 0 ? known + 1 : 1;
    this.#requireOwn();
    writeWholeFileSync(path, `${starts}\n`);
    return starts;
  }

  get #startsPath(): string {
    return join(this.#folder, "starts");
  }

  signatures(): readonly Uint8Array[] {
    const { size } = fstatSync(this.#signatures.number);
    const reader = new FrameReader(this.#signatures.number, size);
    const found: Uint8Array[] = [];
    let end = 0;
    for (;;) {
      const payload = reader.payload(end);
      if (!payload) break;
      found.push(payload);
      end += headSize + payload.length;
    }
    this.#signaturesEnd = end;
    return found;
  }

  /** Other signatures would be as good: a full disk is only spoken of. */
  keepSignatures(record: Uint8Array): void {
    const bytes = framed(record);
    try {
      this.#requireOwn();
      writeAll(this.#signatures.number, bytes, this.#signaturesEnd ?? 0);
      this.#signaturesEnd = (this.#signaturesEnd ?? 0) + bytes.length;
    } catch (error) {
      process.emitWarning(error instanceof Error ? error : String(error));
    }
  }

  close(store: StateStore): void {
    if (this.#blocks.isClosed) return;
    try {
      this.#writeState(store);
      fdatasyncSync(this.#blocks.number);
    } finally {
      this.release();
    }
  }

  release(): void {
    for (const file of [this.#blocks, this.#signatures, this.#index]) file.close();
  }
}
