import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";

const deepest = 8;

/**
 * A folder and those below it, breadth first, without following links, to a depth of 8.
 * @param max so many are looked into, so that a home directory opened by mistake costs little
 */
export async function* foldersBelow(
  root: string,
  { isSkipped, max }: { readonly isSkipped: (name: string, parent: string) => boolean; readonly max: number },
): AsyncGenerator<{ readonly folder: string; readonly files: readonly string[] }> {
  let level = [root];
  let looked = 0;
  for (let depth = 0; depth <= deepest && level.length > 0; depth++) {
    const next: string[] = [];
    for (const folder of level) {
      if (++looked > max) return;
      const entries = await readdir(folder, { withFileTypes: true }).catch((): Dirent[] => []);
      for (const entry of entries)
        if (entry.isDirectory() && !isSkipped(entry.name, folder)) next.push(join(folder, entry.name));
      yield { folder, files: entries.filter((entry) => entry.isFile()).map(({ name }) => name) };
    }
    level = next.sort();
  }
}
