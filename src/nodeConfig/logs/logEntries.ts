/** The lines of a node's log (docs/protocol/node-folders.md, "Logs"). */

/** From the least to the gravest. */
export const logLevels = ["trace", "debug", "info", "warning", "error", "fatal"] as const;
export type LogLevel = (typeof logLevels)[number];

/** What a node wrote at once: a line, and the lines behind it that have no beginning of their own. */
export interface LogEntry {
  /** Undefined for what stands before the first line of a log. */
  readonly level: LogLevel | undefined;
  /** `YYYY-MM-DD HH:MM:SS.ffffff`, local time of the node; that of the entry before where it has none. */
  readonly time: string;
  /** The badges that the message begins with, the most general first: `CONSENSUS`, `PBFT`. */
  readonly modules: readonly string[];
  readonly text: string;
}

/** What is shown of a log. */
export interface LogFilter {
  readonly min?: LogLevel;
  /** Shown is what has one of these badges; everything with an empty list. */
  readonly modules: readonly string[];
}

const maxModules = 8;
const maxModuleLength = 40;
const time = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[.\d]{0,10}$/;

const levelOf = (word: string): LogLevel | undefined => logLevels.find((level) => level === word);

/** The level of a line that begins an entry; undefined for one that belongs to what stands before it. */
export function levelOfLine(line: string): LogLevel | undefined {
  const bar = line.indexOf("|");
  return bar > 0 && bar <= "warning".length ? levelOf(line.slice(0, bar)) : undefined;
}

/** `[CONSENSUS][PBFT]text` has two. */
function modulesOf(message: string): string[] {
  const found: string[] = [];
  for (let at = 0; message[at] === "[" && found.length < maxModules; ) {
    const end = message.indexOf("]", at);
    if (end < 0 || end - at > maxModuleLength + 1) break;
    found.push(message.slice(at + 1, end));
    at = end + 1;
  }
  return found;
}

/** Where the message begins: behind the time, and behind the thread, which nodes write from 3.6 on. */
function messageStart(line: string, behindTime: number): number {
  if (line[behindTime] === "[") return behindTime;
  const bar = line.indexOf("|", behindTime);
  return bar < 0 ? behindTime : bar + 1;
}

function entryOf(line: string, level: LogLevel | undefined, before: string): LogEntry {
  const first = line.indexOf("|");
  const second = line.indexOf("|", first + 1);
  if (level === undefined || second < 0) return { level, time: before, modules: [], text: line };
  const written = line.slice(first + 1, second);
  const start = messageStart(line, second + 1);
  return {
    level,
    time: time.test(written) ? written : before,
    modules: modulesOf(line.slice(start, start + maxModules * (maxModuleLength + 2))),
    text: line,
  };
}

/** Reads whole lines. `before` is the time of what stands before them. */
export function readLogEntries(source: string, before = ""): LogEntry[] {
  const entries: LogEntry[] = [];
  let lines: string[] = [];
  let level: LogLevel | undefined;
  let last = before;
  const close = (): void => {
    const [head] = lines;
    if (head === undefined) return;
    const entry = entryOf(head, level, last);
    last = entry.time;
    entries.push(lines.length === 1 ? entry : { ...entry, text: lines.join("\n") });
  };
  for (const raw of source.split("\n")) {
    const line = raw.endsWith("\r") ? raw.slice(0, -1) : raw;
    if (line === "") continue;
    const begins = levelOfLine(line);
    if (begins === undefined && lines.length > 0) {
      lines.push(line);
      continue;
    }
    close();
    level = begins;
    lines = [line];
  }
  close();
  return entries;
}

/** Whether a filter lets an entry through. What has no level is left out as soon as a level is asked for. */
export function fitsLog({ level, modules }: LogEntry, filter: LogFilter): boolean {
  if (filter.min !== undefined) {
    if (level === undefined || logLevels.indexOf(level) < logLevels.indexOf(filter.min)) return false;
  }
  return filter.modules.length === 0 || modules.some((module) => filter.modules.includes(module));
}

/** The log of one node, as far as it was read. */
export interface NodeLog {
  readonly name: string;
  readonly entries: readonly LogEntry[];
  /** Whether there is more before the first entry. */
  readonly cut: boolean;
}

/**
 * One text of the logs of several nodes, by time, each line behind the name of its node. It begins where the log that was read least far
 * back begins: before that, silence of a node would only mean that there was no log. One log alone stays as it is.
 */
export function mergedLogs(logs: readonly NodeLog[]): string {
  const [only] = logs;
  if (logs.length === 1 && only) return only.entries.map(({ text }) => `${text}\n`).join("");
  const from = logs.reduce((latest, { cut, entries: [first] }) => {
    return cut && first !== undefined && first.time > latest ? first.time : latest;
  }, "");
  const width = Math.max(0, ...logs.map(({ name }) => name.length));
  return logs
    .flatMap(({ name, entries }) =>
      entries.filter((entry) => entry.time >= from).map((entry) => ({ name: name.padEnd(width), ...entry })),
    )
    .sort((one, other) => (one.time < other.time ? -1 : one.time > other.time ? 1 : 0))
    .map(({ name, text }) =>
      text
        .split("\n")
        .map((line) => `${name} | ${line}\n`)
        .join(""),
    )
    .join("");
}

/** A word of a log that can be looked up. */
interface LogWord {
  readonly start: number;
  readonly end: number;
  /** Lower case: `0x` and 64 digits of a hash, 128 digits of a node ID, at least 8 digits of the beginning of one. */
  readonly text: string;
  readonly kind: "hash" | "nodeId" | "beginning";
}

const hexWord = /\b(?:0x)?[0-9a-fA-F]{8,600}\b/g;

/** Hashes, node IDs and beginnings of node IDs (`nodeId=0055aa11...`) in a line. */
export function wordsOfLog(line: string): LogWord[] {
  return [...line.matchAll(hexWord)].flatMap((match): LogWord[] => {
    const digits = match[0].replace("0x", "").toLowerCase();
    const place = { start: match.index, end: match.index + match[0].length };
    if (digits.length === 64) return [{ ...place, kind: "hash", text: `0x${digits}` }];
    if (digits.length === 128) return [{ ...place, kind: "nodeId", text: digits }];
    // A number alone is none: a day, an index, an amount.
    return digits.length < 64 && /[a-f]/.test(digits) ? [{ ...place, kind: "beginning", text: digits }] : [];
  });
}
