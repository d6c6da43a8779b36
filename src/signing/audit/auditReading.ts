import { createHash } from "node:crypto";
import { closeSync, constants, createReadStream, existsSync, openSync } from "node:fs";
import { join } from "node:path";
import { mebibyte } from "../../text/limits/sizes";
import { codeOfThrown } from "../../text/thrownText";
import { type AuditFile, AuditFolder, auditFiles, lockName, readEnd, startHash } from "./auditFiles";

/** A line as it stands in a file. */
export interface RawLine {
  readonly file: string;
  /** From 1. */
  readonly number: number;
  readonly hash: string;
  /** What it says; undefined for one that isn't JSON of ours, because its writer was interrupted. */
  readonly value?: Readonly<Record<string, unknown>>;
}

/** No line of ours is longer; of one that is, only the hash is kept. */
const maxLineBytes = mebibyte;
const newline = 10;
/** Only a file is read, and nothing waits for a writer. */
const readFlags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

function entryIn(bytes: Buffer): RawLine["value"] {
  try {
    const value: unknown = JSON.parse(bytes.toString("utf8"));
    return typeof value === "object" && value !== null && "prev" in value ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/** The lines of a file, each read once and let go. */
async function* rawLines({ path, name }: AuditFile): AsyncGenerator<RawLine> {
  let hash = createHash("sha256");
  let pieces: Buffer[] = [];
  let length = 0;
  let number = 0;
  const take = (piece: Buffer): void => {
    hash.update(piece);
    length += piece.length;
    if (length > maxLineBytes) pieces = [];
    else pieces.push(piece);
  };
  const line = (): RawLine => {
    const value = length > maxLineBytes ? undefined : entryIn(Buffer.concat(pieces));
    const made = { file: name, number: ++number, hash: hash.digest("hex"), ...(value ? { value } : {}) };
    [hash, pieces, length] = [createHash("sha256"), [], 0];
    return made;
  };
  for await (const chunk of createReadStream(path, { flags: readFlags as unknown as string })) {
    let from = 0;
    const bytes = chunk as Buffer;
    for (let at = bytes.indexOf(newline); at >= 0; at = bytes.indexOf(newline, from)) {
      take(bytes.subarray(from, at));
      from = at + 1;
      yield line();
    }
    if (from < bytes.length) take(bytes.subarray(from));
  }
  if (length > 0) yield line();
}

/** Why a line can't stand where it stands. */
export type BreakReason =
  /** It doesn't follow the line before it: that one was changed, one was left out, or this one was put in. */
  | "doesNotFollow"
  /** The log had lost its end when this one was written. */
  | "lostBefore"
  /** The line that was written last isn't there: the end was cut off or changed. */
  | "endMissing";

interface Place {
  readonly file: string;
  readonly line: number;
}

/** What a log looks like. */
export interface AuditReport {
  readonly files: number;
  readonly lines: number;
  /** The first line that breaks the chain; of a lost end, the last one that is there. */
  readonly broken?: Place & { readonly reason: BreakReason };
  /** Lines whose writer was interrupted. They stand in the chain. */
  readonly torn: readonly Place[];
  /** Files that aren't there any more. */
  readonly missing: readonly string[];
  /** Hash of the last line: who keeps it elsewhere can ask later whether the log still holds it. */
  readonly end: string;
  /** Whether the line of the hash that was asked for is there. */
  readonly contains?: boolean;
}

/** So many torn lines and missing files are named. */
const maxNamed = 100;

function missingBefore(next: AuditFile, last: number): string[] {
  const names: string[] = [];
  for (let number = last + 1; number < next.number && names.length < maxNamed; number++)
    names.push(next.name.replace(/\d+/, (digits) => String(number).padStart(digits.length, "0")));
  return names;
}

/** Who only reads the log has no right to lock it. */
const mayOnlyRead = (error: unknown): boolean => ["EACCES", "EPERM", "EROFS"].includes(String(codeOfThrown(error)));

/** The hash of the line that was written last, as the lock's file keeps it. Who may write the log keeps it as it is meanwhile. */
async function withEnd<Result>(folder: string, work: (end: string | undefined) => Promise<Result>): Promise<Result> {
  const path = join(folder, lockName);
  if (!existsSync(path)) return work(undefined);
  const file = await new AuditFolder(folder).lock().then(
    (lock) => lock.file,
    (error: unknown) => {
      if (mayOnlyRead(error)) return openSync(path, readFlags);
      throw error;
    },
  );
  try {
    return await work(readEnd(file));
  } finally {
    closeSync(file);
  }
}

/**
 * Follows the chain from its first line to its last.
 * @param wanted hash of a line that should be there
 * @throws the system's error for a folder or file that can't be read; ChainError usage `auditUnwritable` where another process keeps the
 * lock
 */
export const checkAudit = (folder: string, wanted?: string): Promise<AuditReport> =>
  withEnd(folder, async (end) => {
    const files = auditFiles(folder);
    const torn: Place[] = [];
    const missing: string[] = [];
    let broken: AuditReport["broken"];
    let contains = false;
    let lines = 0;
    let lastFile = 0;
    let last: RawLine | undefined;
    let hash = startHash;
    let endFound = end === undefined || end === startHash;
    for (const file of files) {
      const gone = missingBefore(file, lastFile);
      missing.push(...gone);
      lastFile = file.number;
      let afterGone = gone.length > 0;
      for await (const line of rawLines(file)) {
        const { value, number } = line;
        const place = { file: file.name, line: number };
        lines++;
        // What a missing file ended with isn't known, so that what follows it is believed.
        const follows = value === undefined || value["prev"] === hash || afterGone;
        if (!follows) broken ??= { ...place, reason: "doesNotFollow" };
        else if (value?.["event"] === "gap") broken ??= { ...place, reason: "lostBefore" };
        if (value === undefined && torn.length < maxNamed) torn.push(place);
        afterGone = false;
        hash = line.hash;
        endFound ||= hash === end;
        contains ||= hash === wanted;
        last = line;
      }
    }
    if (!endFound) broken ??= { file: last?.file ?? "", line: last?.number ?? 0, reason: "endMissing" };
    return {
      files: files.length,
      lines,
      ...(broken ? { broken } : {}),
      torn,
      missing,
      end: hash,
      ...(wanted === undefined ? {} : { contains }),
    };
  });

/** The last lines, the oldest first. @throws the system's error for a folder or file that can't be read */
export async function lastLines(folder: string, count: number): Promise<readonly RawLine[]> {
  let found: RawLine[] = [];
  for (const file of auditFiles(folder).reverse()) {
    const lines: RawLine[] = [];
    for await (const line of rawLines(file)) {
      lines.push(line);
      if (lines.length > count) lines.shift();
    }
    found = [...lines, ...found].slice(-count);
    if (found.length >= count) break;
  }
  return found;
}
