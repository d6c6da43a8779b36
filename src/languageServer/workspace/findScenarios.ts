import { readdir } from "node:fs/promises";
import { join } from "node:path";

/** Folders that never hold a scenario of the user's own, or hold far too much else. */
const skipped = new Set(["node_modules", "lib", "out", "cache", "artifacts", "dist", "data", "log"]);
const maxDepth = 8;
const maxFolders = 2000;
const mostFiles = 500;

/** Scenarios (`*.chain.yaml`) below a folder, breadth first, without following links: where no editor lists them. */
export async function findScenarios(root: string): Promise<string[]> {
  const found: string[] = [];
  let level = [root];
  let looked = 0;
  for (let depth = 0; depth <= maxDepth && level.length > 0; depth++) {
    const next: string[] = [];
    for (const folder of level) {
      if (++looked > maxFolders || found.length >= mostFiles) return found;
      for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
        const hidden = entry.name.startsWith(".");
        if (entry.isDirectory() && !hidden && !skipped.has(entry.name)) next.push(join(folder, entry.name));
        else if (entry.isFile() && entry.name.endsWith(".chain.yaml")) found.push(join(folder, entry.name));
      }
    }
    level = next.sort();
  }
  return found.slice(0, mostFiles);
}
