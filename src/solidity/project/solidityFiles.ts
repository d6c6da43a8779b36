import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** What tools write, and what others wrote. */
const skipped = new Set(["node_modules", "artifacts", "cache", "out", "build", ".git", "typechain-types", "coverage"]);

/** Solidity files of a folder and those below it, without packages and what tools write; a file itself. Sorted. */
export function solidityFiles(path: string, library: ReadonlySet<string> = new Set()): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .sort((left, right) => (left.name < right.name ? -1 : 1))
    .flatMap((entry) => {
      const inside = join(path, entry.name);
      if (entry.isDirectory())
        return skipped.has(entry.name) || library.has(inside) ? [] : solidityFiles(inside, library);
      return entry.isFile() && entry.name.endsWith(".sol") ? [inside] : [];
    });
}
