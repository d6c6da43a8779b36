import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import type { NamedPath } from "./namedPath";

/** The disk that a folder is on: bytes that a user may still write, and all that it has. Undefined where the system doesn't say. */
export async function diskAt(folder: NamedPath): Promise<{ readonly free: number; readonly all: number } | undefined> {
  try {
    const { bavail, bsize, blocks } = await statfs(folder);
    return { free: bavail * bsize, all: blocks * bsize };
  } catch {
    return undefined;
  }
}

/** Bytes that a user may still write where a folder is, or the nearest one above it; undefined where the system doesn't say. */
export async function freeBytesAt(path: string): Promise<number | undefined> {
  try {
    const { bavail, bsize } = await statfs(path);
    return bavail * bsize;
  } catch {
    // not there before the first start
    return dirname(path) === path ? undefined : freeBytesAt(dirname(path));
  }
}
