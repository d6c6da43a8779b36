import { statfs } from "node:fs/promises";
import { dirname } from "node:path";

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
