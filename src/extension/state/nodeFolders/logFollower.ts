import { type FileHandle, open } from "node:fs/promises";
import type * as vscode from "vscode";
import {
  fitsLog,
  type LogEntry,
  type LogFilter,
  levelOfLine,
  readLogEntries,
} from "../../../nodeConfig/logs/logEntries";
import { detachedText } from "../../../text/shortText";
import { logFiles } from "./nodeLog";

/** How much is kept and how far is looked back for it. A file may have a gibibyte. */
interface LogBounds {
  /** UTF-16 units of lines that fit. */
  readonly kept: number;
  /** Bytes that are read backwards at most to find them. */
  readonly looked: number;
  /** Bytes that are read at once. */
  readonly chunk: number;
}

export const usualBounds: LogBounds = { kept: 1024 * 1024, looked: 128 * 1024 * 1024, chunk: 256 * 1024 };

/** Names that a menu of modules can hold. */
const maxModules = 300;

const lineEnd = 10;

async function bytesOf(file: FileHandle, from: number, to: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafeSlow(to - from), 0, to - from, from);
  return buffer.subarray(0, bytesRead);
}

/** An entry that holds on to nothing of the text that it was read from. */
const detached = ({ level, time, modules, text }: LogEntry): LogEntry => ({
  level,
  time: detachedText(time),
  modules: modules.map(detachedText),
  text: detachedText(text),
});

/** Where the first entry behind a line end begins; a line that begins none will do where `anyLine`. -1 without one. */
function firstEntry(bytes: Buffer, anyLine: boolean): number {
  const first = bytes.indexOf(lineEnd);
  for (let at = first; at >= 0; at = bytes.indexOf(lineEnd, at + 1)) {
    if (levelOfLine(bytes.toString("latin1", at + 1, at + 10)) !== undefined) return at + 1;
  }
  return anyLine && first >= 0 ? first + 1 : -1;
}

/**
 * The end of a node's log, as far as a filter lets it through: read backwards from the end, through older files too, until there is enough;
 * then whatever the node adds, also in a new file. Nothing of it is held but the lines that are shown.
 */
export class LogFollower {
  #entries: LogEntry[] = [];
  #size = 0;
  #path: string | undefined;
  #offset = 0;
  /** The last line, while it has no end. */
  #pending: Buffer = Buffer.alloc(0);
  #cut = false;
  readonly #modules = new Set<string>();
  #turn: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly folder: vscode.Uri,
    readonly filter: LogFilter,
    private readonly bounds: LogBounds = usualBounds,
  ) {}

  get entries(): readonly LogEntry[] {
    const last = this.#entries.at(-1)?.time ?? "";
    return [...this.#entries, ...this.#fitting(readLogEntries(this.#pending.toString("utf8"), last))];
  }

  /** Whether there is more before the first entry. */
  get cut(): boolean {
    return this.#cut;
  }

  /** Badges that were seen, whatever the filter lets through. */
  get modules(): readonly string[] {
    return [...this.#modules].sort();
  }

  /** Reads what there is to read. False when nothing has changed; undefined where the node has written no log on this machine. */
  async look(): Promise<boolean | undefined> {
    const looked = this.#turn.then(() => this.#look());
    this.#turn = looked.catch(() => undefined);
    return looked;
  }

  async #look(): Promise<boolean | undefined> {
    const files = await logFiles(this.folder);
    const newest = files.at(-1);
    if (newest === undefined) return undefined;
    if (this.#path === undefined) {
      await this.#back(files);
      return true;
    }
    const known = files.indexOf(this.#path);
    // The file that was read is gone, or the folder's log began anew.
    const next = known < 0 ? [newest] : files.slice(known);
    let changed = false;
    for (const path of next) {
      if (path !== this.#path) this.#begin(path, 0);
      if (await this.#forward()) changed = true;
    }
    return changed;
  }

  #begin(path: string, offset: number): void {
    this.#add(readLogEntries(this.#pending.toString("utf8"), this.#entries.at(-1)?.time));
    this.#pending = Buffer.alloc(0);
    this.#path = path;
    this.#offset = offset;
  }

  #fitting(entries: readonly LogEntry[]): LogEntry[] {
    return entries.filter((entry) => fitsLog(entry, this.filter)).map(detached);
  }

  #note(entries: readonly LogEntry[]): void {
    for (const { modules } of entries)
      for (const module of modules) {
        if (this.#modules.size < maxModules && !this.#modules.has(module)) this.#modules.add(detachedText(module));
      }
  }

  #add(entries: readonly LogEntry[]): void {
    this.#note(entries);
    for (const entry of this.#fitting(entries)) {
      this.#entries.push(entry);
      this.#size += entry.text.length;
    }
    let drop = 0;
    while (this.#size > this.bounds.kept && drop < this.#entries.length - 1) {
      this.#size -= this.#entries[drop]?.text.length ?? 0;
      drop += 1;
    }
    if (drop === 0) return;
    this.#entries = this.#entries.slice(drop);
    this.#cut = true;
  }

  async #back(files: readonly string[]): Promise<void> {
    const parts: LogEntry[][] = [];
    const left = { looked: this.bounds.looked, kept: this.bounds.kept };
    for (const [index, path] of [...files].reverse().entries()) {
      if (left.kept <= 0 || left.looked <= 0) {
        this.#cut = true;
        break;
      }
      const file = await open(path);
      try {
        const { size } = await file.stat();
        if (index === 0) {
          this.#path = path;
          this.#offset = size;
        }
        await this.#backIn(file, size, index === 0, left, (entries) => parts.push(entries));
      } finally {
        await file.close();
      }
    }
    this.#add(parts.reverse().flat());
  }

  /** One file from its end, until there is enough. */
  async #backIn(
    file: FileHandle,
    size: number,
    newest: boolean,
    left: { looked: number; kept: number },
    found: (entries: LogEntry[]) => void,
  ): Promise<void> {
    let rest: Buffer = Buffer.alloc(0);
    let end = size;
    while (end > 0 && left.kept > 0 && left.looked > 0) {
      const start = Math.max(0, end - this.bounds.chunk);
      let bytes = Buffer.concat([await bytesOf(file, start, end), rest]);
      if (newest && end === size) {
        const whole = bytes.lastIndexOf(lineEnd) + 1;
        this.#pending = Buffer.from(bytes.subarray(whole));
        bytes = bytes.subarray(0, whole);
      }
      left.looked -= end - start;
      end = start;
      const first = start === 0 ? 0 : firstEntry(bytes, rest.length > 0);
      // A line longer than what is read at once is read whole, within bounds.
      rest = bytes.subarray(0, first < 0 ? bytes.length : first);
      const { kept, chunk } = this.bounds;
      if (first < 0 && left.looked > 0 && rest.length <= Math.max(kept, 4 * chunk)) continue;
      if (first < 0) rest = Buffer.alloc(0);
      const entries = readLogEntries(bytes.toString("utf8", Math.max(0, first)));
      this.#note(entries);
      const fitting = this.#fitting(entries);
      found(fitting);
      left.kept -= fitting.reduce((sum, { text }) => sum + text.length, 0);
    }
    if (end > 0) this.#cut = true;
  }

  /** What was added to the file that is read, whole lines; the rest of it waits. */
  async #forward(): Promise<boolean> {
    if (this.#path === undefined) return false;
    const file = await open(this.#path).catch(() => undefined);
    if (!file) return false;
    try {
      const { size } = await file.stat();
      if (size === this.#offset) return false;
      // Of very much the end: the rest of it isn't read.
      if (size < this.#offset) this.#begin(this.#path, 0);
      let from = this.#offset;
      if (size - from > this.bounds.looked) {
        from = size - this.bounds.looked;
        this.#cut = true;
      }
      while (from < size) {
        const bytes = await bytesOf(file, from, Math.min(size, from + this.bounds.chunk));
        if (bytes.length === 0) break;
        from += bytes.length;
        this.#take(bytes);
      }
      this.#offset = from;
      return true;
    } finally {
      await file.close();
    }
  }

  #take(added: Buffer): void {
    const bytes = Buffer.concat([this.#pending, added]);
    // A line without an end that is longer than all that is kept is shown as far as it goes.
    const end = bytes.length > this.bounds.kept + 2 * this.bounds.chunk ? bytes.length : bytes.lastIndexOf(lineEnd) + 1;
    this.#add(readLogEntries(bytes.toString("utf8", 0, end), this.#entries.at(-1)?.time));
    this.#pending = Buffer.from(bytes.subarray(end));
  }
}
