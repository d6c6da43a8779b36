import { existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

/** Files that stand at the top of a project. */
const marks = [
  "foundry.toml",
  "hardhat.config.ts",
  "hardhat.config.js",
  "hardhat.config.cjs",
  "hardhat.config.mjs",
  "truffle-config.js",
  "remappings.txt",
  "package.json",
  ".git",
];

/**
 * The nearest folder, itself or above it, that a tool or a repository begins at; undefined where there is none.
 * @param path absolute
 */
export function markedRootOf(path: string): string | undefined {
  const own = statSync(path).isDirectory() ? path : dirname(path);
  for (let folder = own; ; folder = dirname(folder)) {
    if (marks.some((mark) => existsSync(join(folder, mark)))) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}

/**
 * The project that a file or folder belongs to: the nearest folder, itself or above it, that a tool or a repository begins at; its own folder where
 * there is none.
 * @param path absolute
 */
export function projectRootOf(path: string): string {
  return markedRootOf(path) ?? (statSync(path).isDirectory() ? path : dirname(path));
}
