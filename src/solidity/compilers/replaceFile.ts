import { randomBytes } from "node:crypto";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

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
 * shares it: then the open one lives on without its name. What still can't be replaced stays as it is, and the finished file is gone.
 * @returns whether the place has the new file
 * @throws Error of the file system other than that the file is held.
 */
export async function replaceFile(finished: string, place: string, moves: FileMoves = onDisk): Promise<boolean> {
  try {
    await moves.rename(finished, place);
    return true;
  } catch (error) {
    if (!isHeld(error)) throw error;
  }
  try {
    await moves.remove(place);
    await moves.rename(finished, place);
    return true;
  } catch (error) {
    await moves.remove(finished);
    if (!isHeld(error)) throw error;
    return false;
  }
}

/**
 * Writes a file that is there whole or not at all, with the folders above it: a program that ends halfway, or another one at the same time,
 * leaves no half of it. Until then it has a name that no one knows beforehand, so that no link waits there.
 * @param mode of the file where the system has modes
 * @returns and throws as {@link replaceFile}
 */
export async function writeWholeFile(place: string, content: string | Uint8Array, mode = 0o666): Promise<boolean> {
  await mkdir(dirname(place), { recursive: true });
  const unfinished = `${place}.${randomBytes(8).toString("hex")}.part`;
  try {
    await writeFile(unfinished, content, { mode, flag: "wx" });
    return await replaceFile(unfinished, place);
  } finally {
    await rm(unfinished, { force: true });
  }
}
