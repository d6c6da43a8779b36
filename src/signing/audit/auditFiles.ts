import { createHash } from "node:crypto";
import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readSync,
  writeSync,
} from "node:fs";
import { userInfo } from "node:os";
import { isAbsolute, join } from "node:path";
import { ChainError } from "../../errors/chainError";
import { clientError } from "../../errors/clientError";
import { writePiece } from "../../files/wholeFile";
import { openOwnFile } from "../../processes/exclusive/ownFile";
import { type LockedFile, lockFile } from "../../processes/exclusive/systemLock";
import { mebibyte } from "../../text/limits/sizes";
import { thrownText } from "../../text/thrownText";
import { waitUntil } from "../../time/waitUntil";

/** What the first line follows. */
export const startHash = "0".repeat(64);

/** Of a raw line, without its end. */
export const hashOf = (line: Uint8Array): string => createHash("sha256").update(line).digest("hex");

/** Its lock keeps processes apart, and holds the hash of the last line. */
export const lockName = "audit.lock";

/** A file that has grown to this is followed by the next. */
const maxFileBytes = 10 * mebibyte;
/** The last lines are looked for in so much of the end of a file. */
const tailBytes = 256 * 1024;
/** How long one process waits for the others. */
const lockWait = { stepMs: 5, factor: 1.5, maxStepMs: 100, limitMs: 30_000 } as const;
/** Of this process, what is done last with each folder: only one of its tasks at a time waits for other processes. */
const lastTask = new Map<string, Promise<void>>();

const fileName = (number: number): string => `audit-${String(number).padStart(6, "0")}.jsonl`;

/** A file of the log, of which there are many: the chain goes on from one to the next. */
export interface AuditFile {
  readonly number: number;
  readonly name: string;
  readonly path: string;
}

/** The files of a log, the oldest first. @throws the system's error for a folder that isn't there */
export function auditFiles(folder: string): AuditFile[] {
  return readdirSync(folder)
    .flatMap((name) => {
      const digits = /^audit-(\d{6,9})\.jsonl$/.exec(name)?.[1];
      const number = Number(digits);
      return digits && name === fileName(number) ? [{ number, name, path: join(folder, name) }] : [];
    })
    .sort((one, other) => one.number - other.number);
}

/** What the last writer left in the lock's file: the hash of its line. Undefined where it can't be read. */
export function readEnd(file: number): string | undefined {
  const bytes = Buffer.alloc(64);
  return readSync(file, bytes, 0, 64, 0) === 64 && /^[0-9a-f]{64}$/.test(bytes.toString("latin1"))
    ? bytes.toString("latin1")
    : undefined;
}

/** Where the log ends. */
interface Tail {
  /** Hash of the last raw line. */
  readonly last: string;
  /** Of the lines before it, as far as they were read. */
  readonly known: ReadonlySet<string>;
  /** The last line has no end: its writer was interrupted. */
  readonly torn: boolean;
}

function readTail(path: string, before: Tail): Tail {
  const file = openOwnFile(path);
  try {
    const { size } = fstatSync(file);
    if (size === 0) return { ...before, torn: false };
    const read = (length: number): Buffer => {
      const bytes = Buffer.alloc(length);
      const count = readSync(file, bytes, 0, length, size - length);
      return bytes.subarray(0, count);
    };
    let bytes = read(Math.min(size, tailBytes));
    // A line that is longer than any of ours: all of it is read, for its hash.
    if (bytes.length < size && bytes.subarray(0, -1).lastIndexOf(10) < 0) bytes = read(size);
    const torn = bytes.at(-1) !== 10;
    const lines = bytes.toString("latin1").split("\n");
    if (!torn) lines.pop();
    if (bytes.length < size) lines.shift();
    const hashes = lines.map((line) => hashOf(Buffer.from(line, "latin1")));
    return {
      last: hashes.at(-1) ?? before.last,
      known: new Set([...(bytes.length < size ? [] : [...before.known]), ...hashes]),
      torn,
    };
  } finally {
    closeSync(file);
  }
}

/** Who runs this process. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? "");
  }
}

/**
 * A log in a folder of its own: files of JSON lines for their owner alone. Each line holds the SHA-256 of the raw line before it, also
 * across files, and also of one that was interrupted, so that none can be changed, left out or put in without a break. Processes take
 * turns by a lock, whose file keeps the hash of the last line: without it a missing end would stay unseen.
 */
export class AuditFolder {
  constructor(
    readonly folder: string,
    private readonly maxBytes = maxFileBytes,
  ) {}

  /** Adds a line, which is on the disk when this ends. @throws ChainError usage `auditUnwritable` */
  append(entry: object): Promise<void> {
    return this.#locked((lock) => this.#write(lock, entry));
  }

  /** Opens what a line would be added to. @throws as `append` */
  check(): Promise<void> {
    return this.#locked(() => {
      const { number = 1 } = auditFiles(this.folder).at(-1) ?? {};
      closeSync(openOwnFile(join(this.folder, fileName(number))));
    });
  }

  async #locked(work: (lock: number) => void): Promise<void> {
    const { folder } = this;
    const before = lastTask.get(folder) ?? Promise.resolve();
    const task = before.then(() => this.#lockedAlone(work));
    const ended = task.catch(() => undefined);
    lastTask.set(folder, ended);
    try {
      await task;
    } finally {
      if (lastTask.get(folder) === ended) lastTask.delete(folder);
    }
  }

  async #lockedAlone(work: (lock: number) => void): Promise<void> {
    const { folder } = this;
    if (!isAbsolute(folder)) throw clientError("auditUnwritable", { folder, reason: "not an absolute path" });
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const lock = await this.lock();
      try {
        work(lock.file);
      } finally {
        closeSync(lock.file);
      }
    } catch (cause) {
      if (cause instanceof ChainError && cause.code === "auditUnwritable") throw cause;
      throw clientError("auditUnwritable", { folder, reason: thrownText(cause) }, { cause });
    }
  }

  /** @throws ChainError usage `auditUnwritable` where it isn't free for too long, `strangeFile`; the system's error */
  async lock(): Promise<LockedFile> {
    const { folder } = this;
    const found = await waitUntil(async () => {
      const attempt = lockFile(join(folder, lockName));
      return attempt === "busy" ? undefined : attempt;
    }, lockWait);
    if (found === undefined || found === "unavailable") {
      const reason = found ? "no file locks on this system" : "locked by another process";
      throw clientError("auditUnwritable", { folder, reason });
    }
    return found;
  }

  #write(lock: number, entry: object): void {
    const files = auditFiles(this.folder);
    const start: Tail = { last: startHash, known: new Set([startHash]), torn: false };
    // The newest file may be empty: its writer was interrupted before its first line.
    const tail = files.slice(-2).reduce((before, { path }) => readTail(path, before), start);
    const end = readEnd(lock);
    const lines: Buffer[] = [];
    let { last } = tail;
    const add = (what: object): void => {
      const line = { prev: last, time: new Date().toISOString(), user: userName(), ...what };
      const bytes = Buffer.from(JSON.stringify(line));
      last = hashOf(bytes);
      lines.push(bytes);
    };
    // The log ended otherwise: what was lost stays visible in what follows.
    if (end !== undefined && !tail.known.has(end)) add({ event: "gap", expected: end });
    add(entry);
    const bytes = Buffer.concat([
      ...(tail.torn ? [Buffer.from("\n")] : []),
      ...lines.flatMap((line) => [line, Buffer.from("\n")]),
    ]);
    this.#append(files.at(-1)?.number ?? 0, tail.torn, bytes);
    fchmodSync(lock, 0o600);
    writeSync(lock, `${last}\n`, 0);
    fsyncSync(lock);
  }

  /** @param torn the last line has to be ended where it is */
  #append(newest: number, torn: boolean, bytes: Buffer): void {
    const { folder, maxBytes } = this;
    const size = newest === 0 ? undefined : lstatSync(join(folder, fileName(newest))).size;
    const next = size === undefined || (!torn && size > 0 && size + bytes.length > maxBytes);
    const file = openOwnFile(join(folder, fileName(next ? newest + 1 : newest)), constants.O_APPEND);
    try {
      fchmodSync(file, 0o600);
      const before = fstatSync(file).size;
      try {
        writePiece(file, bytes);
      } catch (error) {
        // Half a line of a full disk is taken back where that is possible; otherwise it stays in the chain as it is.
        ftruncateSync(file, before);
        throw error;
      }
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  }
}
