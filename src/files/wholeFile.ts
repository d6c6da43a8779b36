import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { namingFile } from "./openFile";

/** How Windows says that another program has the file open. */
const isHeld = (error: unknown): boolean =>
  ["EPERM", "EACCES", "EBUSY"].includes((error as NodeJS.ErrnoException | undefined)?.code ?? "");

/** What this does to the disk; tests put others in their place. */
export interface FileMoves {
  readonly rename: (from: string, to: string) => Promise<void>;
  readonly remove: (path: string) => Promise<void>;
}

const onDisk: FileMoves = { rename, remove: (path) => rm(path, { force: true }) };

/**
 * Moves a finished file to its place. Windows doesn't rename over a file that a program has open, but lets it be removed where that program
 * shares it: then the open one lives on without its name.
 * @throws Error of the file system: the place stays as it is.
 */
export async function replaceFile(finished: string, place: string, moves: FileMoves = onDisk): Promise<void> {
  try {
    await moves.rename(finished, place);
  } catch (error) {
    if (!isHeld(error)) throw error;
    await moves.remove(place);
    await moves.rename(finished, place);
  }
}

/**
 * Makes a file beside its place and moves it there when it is whole: a program that ends halfway, or another one at the same time, leaves
 * no half of it. Until then it has an unpredictable name, so that no link waits there.
 */
async function whenWhole<Result>(place: string, make: (unfinished: string) => Promise<Result>): Promise<Result> {
  const unfinished = `${place}.${randomBytes(8).toString("hex")}.part`;
  try {
    const made = await make(unfinished);
    await replaceFile(unfinished, place);
    return made;
  } finally {
    await rm(unfinished, { force: true });
  }
}

/**
 * Writes a file that is there whole or not at all, with the folders above it.
 * @param mode of the file where the system has modes
 * @throws as {@link replaceFile}
 */
export async function writeWholeFile(place: string, content: string | Uint8Array, mode = 0o666): Promise<void> {
  await mkdir(dirname(place), { recursive: true });
  await whenWhole(place, (unfinished) => writeFile(unfinished, content, { mode, flag: "wx" }));
}

/**
 * The same for a content that its name stands for: a file that another program holds is the same already.
 * @throws as {@link replaceFile}
 */
export async function writeSameFile(place: string, content: Uint8Array): Promise<void> {
  try {
    await writeWholeFile(place, content);
  } catch (error) {
    if (!isHeld(error)) throw error;
  }
}

/**
 * Writes a small file that is there whole or not at all, whenever the process or the machine stops: the disk has it when this returns. A
 * link of its name is replaced, not followed; its folder has one writer.
 * @throws Error of the file system
 */
export function writeWholeFileSync(place: string, text: string): void {
  const unfinished = `${place}.tmp`;
  rmSync(unfinished, { force: true });
  const file = openSync(unfinished, "wx");
  try {
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(unfinished, place);
}

/** Writes to an open file all of a piece, which the system may take in parts. */
export function writePiece(file: number, piece: string | Uint8Array): void {
  const bytes = typeof piece === "string" ? Buffer.from(piece) : piece;
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
}

/** The same piece by piece, for what isn't in memory at once. @throws as {@link replaceFile}, and what `work` throws */
export const streamWholeFile = <Result>(
  place: string,
  work: (write: (piece: string | Uint8Array) => void) => Promise<Result>,
): Promise<Result> =>
  whenWhole(place, async (unfinished) => {
    const file = openSync(unfinished, "wx");
    try {
      return await work((piece) => writePiece(file, piece));
    } catch (error) {
      throw namingFile(error, place);
    } finally {
      closeSync(file);
    }
  });
