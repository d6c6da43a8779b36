import { realpath } from "node:fs/promises";
import nodePath from "node:path";
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
