import { readdir } from "node:fs/promises";
import { join } from "node:path";

/** Folders that never hold a node's configuration, or hold far too much else. */
const skipped = new Set(["node_modules", ".git", ".hg", ".svn", "data", "log", "conf", "ca", "sdk", "dist", "out"]);
const maxDepth = 8;
const maxFolders = 5000;

/**
 * All `config.ini` and `config.genesis` files below `root`, and each `nodes.json` beside one, breadth first, without following links. Looks
 * into at most 5,000 folders, 8 levels deep, so that a home directory opened by mistake costs little.
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
      const files = new Set(entries.flatMap((entry) => (entry.isFile() ? [entry.name] : [])));
      for (const entry of entries) {
        if (entry.isDirectory() && !skipped.has(entry.name)) next.push(join(folder, entry.name));
      }
      const configs = ["config.ini", "config.genesis"].filter((name) => files.has(name));
      found.push(...configs.map((name) => join(folder, name)));
      if (configs.length > 0 && files.has("nodes.json")) found.push(join(folder, "nodes.json"));
    }
    level = next.sort();
  }
  return found;
}
