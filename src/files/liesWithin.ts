import { lstat, realpath } from "node:fs/promises";
import nodePath, { dirname } from "node:path";
import { pathBelow } from "../text/pathBelow";
import type { NamedPath } from "./namedPath";

/**
 * Whether a file really lies in a folder, all links followed. False where it isn't there.
 * @param folder absolute
 */
export async function liesWithin(folder: string, path: NamedPath): Promise<boolean> {
  // Nothing outside is looked at, not even for whether it is there.
  if (pathBelow(folder, path, nodePath) === undefined) return false;
  try {
    const [really, inside] = await Promise.all([realpath(path), realpath(folder)]);
    return pathBelow(inside, really, nodePath) !== undefined;
  } catch {
    return false;
  }
}

/** The next folder above that is there, itself included; a link that leads nowhere is there. */
async function nearestFolder(folder: string): Promise<string> {
  for (let at = folder; ; at = dirname(at))
    if (dirname(at) === at || (await lstat(at).catch(() => undefined))) return at;
}

/**
 * Whether what would be made in a folder, which need not be there yet, stays in another: no link on the way leads out. Both absolute.
 * @param path that the other one is above
 */
export async function wouldLieWithin(folder: string, path: string): Promise<boolean> {
  const isWithin = (base: string, each: string): boolean =>
    each === base || pathBelow(base, each, nodePath) !== undefined;
  if (!isWithin(folder, path)) return false;
  const there = await nearestFolder(path);
  if (!isWithin(folder, there)) return true;
  try {
    const [really, inside] = await Promise.all([realpath(there), realpath(folder)]);
    return isWithin(inside, really);
  } catch {
    return false;
  }
}

/**
 * The path, where it may be read.
 * @param fence the only folder in which files are read, absolute, all links followed; undefined: wherever they lead
 */
export async function withinFence(
  path: NamedPath | undefined,
  fence: string | undefined,
): Promise<NamedPath | undefined> {
  if (path === undefined || fence === undefined || path === nodePath.resolve(fence)) return path;
  return (await liesWithin(fence, path)) ? path : undefined;
}
