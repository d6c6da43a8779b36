import { closeSync, constants, fstatSync, openSync, readSync, statSync } from "node:fs";
import { type FileHandle, stat } from "node:fs/promises";
import { OutOfBounds } from "../text/limits/outOfBounds";
import { mebibyte } from "../text/limits/sizes";
import { type NamedPath, namedPath } from "./namedPath";
import { namingFile, withOpenFile } from "./openFile";

/** Windows has no such flag; there a pipe has a name that no path of a file leads to. */
const withoutWaiting = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
const pieceBytes = 64 * 1024;

interface FileFacts {
  readonly size: number;
  isFile(): boolean;
}

function requireRegular(facts: FileFacts, path: string, max: number): void {
  if (!facts.isFile()) throw new OutOfBounds("notRegularFile", { path });
  if (facts.size > max) throw new OutOfBounds("fileTooLarge", { path, size: facts.size, max });
}

/** Room for what the file said it has, and one byte more: what grows meanwhile, or says nothing of its size (`/proc`), is found out. */
const firstPiece = ({ size }: FileFacts): number => Math.max(size + 1, 4096);

async function readPieces(file: FileHandle, first: number, path: string, max: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  for (let wanted = first; ; wanted = pieceBytes) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(wanted), 0, wanted, null);
    if (bytesRead === 0) return Buffer.concat(pieces);
    length += bytesRead;
    if (length > max) throw new OutOfBounds("fileTooLarge", { path, size: length, max });
    pieces.push(buffer.subarray(0, bytesRead));
  }
}

/**
 * Does something with a regular file (or a link to one) that something foreign names, while it is open. Devices, pipes and sockets are
 * refused before they are opened, and nothing waits for a writer.
 * @param max bytes that it may have
 * @throws OutOfBounds `notRegularFile`, `fileTooLarge`; the system's error for a file that is not there.
 */
export async function withRegularFile<Result>(
  path: NamedPath,
  max: number,
  work: (file: FileHandle, facts: FileFacts) => Promise<Result>,
): Promise<Result> {
  requireRegular(await stat(path), path, max);
  return withOpenFile(path, withoutWaiting, async (file) => {
    // It may be another file by now.
    const facts = await file.stat();
    requireRegular(facts, path, max);
    return work(file, facts);
  });
}

/** The bytes of a file that something foreign names, up to `max` of them. @throws as {@link withRegularFile} */
export const readRegularFile = (path: NamedPath, max: number): Promise<Buffer> =>
  withRegularFile(path, max, (file, facts) => readPieces(file, firstPiece(facts), path, max));

/**
 * The bytes of what a person named: a file, or a pipe as a shell makes it (`<(…)`, `/dev/stdin`). However much it gives, no more than
 * `max` bytes are read.
 * @throws OutOfBounds `notRegularFile` for a folder, `fileTooLarge`; the system's error for what is not there.
 */
export async function readGivenFile(path: string, max: number): Promise<Buffer> {
  return withOpenFile(path, constants.O_RDONLY, async (file) => {
    const facts = await file.stat();
    if (facts.isDirectory()) throw new OutOfBounds("notRegularFile", { path });
    if (facts.size > max) throw new OutOfBounds("fileTooLarge", { path, size: facts.size, max });
    return readPieces(file, firstPiece(facts), path, max);
  });
}

/** The same for a text in UTF-8, without a byte order mark. */
export const readGivenText = async (path: string, max: number): Promise<string> =>
  withoutMark((await readGivenFile(path, max)).toString("utf8"));

/** {@link readRegularFile} for a text in UTF-8, without a byte order mark. */
export async function readRegularText(path: NamedPath, max: number): Promise<string> {
  return withoutMark((await readRegularFile(path, max)).toString("utf8"));
}

/** The text of such a file; undefined where it is not there, cannot be read or is none that is read. */
export const readRegularTextIfAny = (path: NamedPath, max: number): Promise<string | undefined> =>
  readRegularText(path, max).catch(() => undefined);

/** The same for a name that is looked for in a folder, or that a text there names; undefined where it may not be looked at, too. */
export async function readTextIn(folder: string, name: string, max: number): Promise<string | undefined> {
  const path = namedPath(name, folder);
  return path && readRegularTextIfAny(path, max);
}

/**
 * The last bytes of a regular file that grows, as text.
 * @param from where they begin at the earliest; in a file that isn't that long any more, anywhere
 * @throws OutOfBounds `notRegularFile`; the system's error for what is not there.
 */
export async function readRegularEnd(path: NamedPath, max: number, from = 0): Promise<string> {
  return withRegularFile(path, Number.POSITIVE_INFINITY, async (file, { size }) => {
    const start = Math.max(size - max, from > size ? 0 : from);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - start), 0, size - start, start);
    return buffer.toString("utf8", 0, bytesRead);
  });
}

/**
 * The first bytes of a regular file, as text.
 * @throws OutOfBounds `notRegularFile`; the system's error for what is not there.
 */
export async function readRegularStart(path: NamedPath, max: number): Promise<string> {
  return withRegularFile(path, Number.POSITIVE_INFINITY, async (file) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(max), 0, max, 0);
    return buffer.toString("utf8", 0, bytesRead);
  });
}

/** {@link readRegularFile} for what cannot wait. */
export function readRegularFileSync(path: NamedPath, max: number): Buffer {
  requireRegular(statSync(path), path, max);
  const file = openSync(path, withoutWaiting);
  try {
    const facts = fstatSync(file);
    requireRegular(facts, path, max);
    const pieces: Buffer[] = [];
    let length = 0;
    for (let wanted = firstPiece(facts); ; wanted = pieceBytes) {
      const piece = Buffer.allocUnsafe(wanted);
      const bytes = readSync(file, piece, 0, wanted, null);
      if (bytes === 0) return Buffer.concat(pieces);
      length += bytes;
      if (length > max) throw new OutOfBounds("fileTooLarge", { path, size: length, max });
      pieces.push(piece.subarray(0, bytes));
    }
  } catch (error) {
    throw namingFile(error, path);
  } finally {
    closeSync(file);
  }
}

const withoutMark = (text: string): string => (text.startsWith("\uFEFF") ? text.slice(1) : text);

/** Bytes that are read of one file at most, by what it is: a larger one is none of ours, and would fill the memory. */
export const maxBytes = {
  /** Configurations of nodes, chains and tools. */
  configuration: 8 * mebibyte,
  /** What compilers write: the largest known build information has some tens of MiB, a contract of its own less than one. */
  artifact: 32 * mebibyte,
  /** A source of a contract: compilers take longer for far less. */
  source: 8 * mebibyte,
  key: mebibyte,
  scenario: mebibyte,
} as const;
