import { stat } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { glob } from "tinyglobby";
import { installedPatterns } from "../../files/leftOutFolders";
import { namedPath } from "../../files/namedPath";
import { filesLike, followedInGlobs } from "../options/filePatterns";
import { namedSources } from "../solidity/namedSources";

/** A file to check; one that was named is checked even when its contents do not tell what it is. */
export interface LintFile {
  readonly path: string;
  readonly named: boolean;
}

/** Whether a file is Solidity; else it is a node's. */
export const isSolidity = ({ path }: LintFile): boolean => path.endsWith(".sol");

const configNames = ["**/config.ini", "**/*.config.ini", "**/config.genesis", "**/nodes.json"];

async function kindOf(path: string): Promise<"file" | "folder" | undefined> {
  try {
    return (await stat(path)).isDirectory() ? "folder" : "file";
  } catch {
    return undefined;
  }
}

/**
 * Files behind the names, folders and patterns of a command line, each once. `missing` holds the names behind which there
 * is nothing; a pattern that matches no file is one of them.
 */
export async function findLintFiles(patterns: readonly string[]): Promise<{ files: LintFile[]; missing: string[] }> {
  const files = new Map<string, LintFile>();
  const missing: string[] = [];
  for (const pattern of patterns) {
    const kind = await kindOf(pattern);
    if (kind === "file") files.set(pattern, { path: pattern, named: true });
    else if (kind === "folder") {
      const found = await glob(configNames, {
        cwd: pattern,
        ignore: installedPatterns,
        dot: false,
        ...followedInGlobs,
      });
      for (const name of found.sort()) {
        const path = join(pattern, name);
        if (namedPath(name, resolve(pattern)) !== undefined && !files.has(path))
          files.set(path, { path, named: false });
      }
      for (const source of await namedSources([pattern])) {
        const path = join(pattern, relative(resolve(pattern), source));
        if (!files.has(path)) files.set(path, { path, named: false });
      }
    } else {
      const found = await filesLike(pattern, installedPatterns);
      if (found.length === 0) missing.push(pattern);
      for (const path of found) if (!files.has(path)) files.set(path, { path, named: false });
    }
  }
  return { files: [...files.values()], missing };
}
