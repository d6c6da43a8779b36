import { readdir } from "node:fs/promises";
import { join } from "node:path";

/** Folders that never hold a node's configuration, or hold far too much else. */
const skipped = new Set(["node_modules", ".git", ".hg", ".svn", "data", "log", "conf", "ca", "sdk", "dist", "out"]);
const maxDepth = 8;
const maxFolders = 5000;

/**
 * All `config.ini` and `config.genesis` files below `root`, breadth first, without following links. Looks into at most
 * 5,000 folders, 8 levels deep, so that a home directory opened by mistake costs little.
 */
export async function findConfigFiles(root: string): Promise<string[]> {
  const found: string[] = [];
  let level = [root];
  let looked = 0;
  for (let depth = 0; depth <= maxDepth && level.length > 0; depth++) {
    const next: string[] = [];
    for (const folder of level) {
      if (++looked > maxFolders) return found;
      const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
      for (const entry of entries) {
        if (entry.isDirectory() && !skipped.has(entry.name)) next.push(join(folder, entry.name));
        else if (entry.isFile() && (entry.name === "config.ini" || entry.name === "config.genesis")) {
          found.push(join(folder, entry.name));
        }
      }
    }
    level = next.sort();
  }
  return found;
}
