import { statSync } from "node:fs";
import { basename, dirname } from "node:path";
import { isThereIn } from "../../files/look";

/** Configurations of tools that compile, in the order in which they count: a project of theirs begins where one stands. */
export const toolConfigurations = [
  { tool: "foundry", names: ["foundry.toml"] },
  { tool: "hardhat", names: ["hardhat.config.ts", "hardhat.config.js", "hardhat.config.cjs", "hardhat.config.mjs"] },
  { tool: "truffle", names: ["truffle-config.js", "truffle-config.cjs", "truffle.js"] },
] as const;
const configurations = toolConfigurations.flatMap(({ names }): readonly string[] => names);
/** What stands in folders within a project too. */
const lesser = ["remappings.txt", "package.json"];

const holds = (folder: string, names: readonly string[]): boolean => names.some((name) => isThereIn(folder, name));

/** Whether a folder is a package that npm put there: what lies above belongs to who uses it. */
function isPackage(folder: string): boolean {
  const above = dirname(folder);
  const holder = basename(above).startsWith("@") ? dirname(above) : above;
  return basename(holder) === "node_modules" && !basename(folder).startsWith("@");
}

const ownFolder = (path: string): string => (statSync(path).isDirectory() ? path : dirname(path));

/**
 * The project that a file or folder belongs to: the nearest folder, itself or above it, with the configuration of a tool; where there is
 * none up to the top of the repository or package, the nearest with a `package.json` or `remappings.txt`, else that top. Undefined where
 * nothing marks one.
 * @param path absolute
 */
export function markedRootOf(path: string): string | undefined {
  let nearest: string | undefined;
  for (let folder = ownFolder(path); ; folder = dirname(folder)) {
    if (holds(folder, configurations)) return folder;
    if (holds(folder, lesser)) nearest ??= folder;
    if (holds(folder, [".git"]) || isPackage(folder)) return nearest ?? folder;
    if (dirname(folder) === folder) return nearest;
  }
}

/** The deepest folder that holds all of them. */
function commonFolder(folders: readonly string[]): string {
  let [common = "."] = folders;
  const isInside = (folder: string): boolean => {
    for (let at = folder; ; at = dirname(at)) {
      if (at === common) return true;
      if (dirname(at) === at) return false;
    }
  };
  while (!folders.every(isInside) && dirname(common) !== common) common = dirname(common);
  return common;
}

/** Files of one project. */
export interface ProjectFiles {
  /** Absolute. */
  readonly root: string;
  readonly files: readonly string[];
}

/**
 * Sorts files by their projects. Files without any share one: the folder that holds all that was named, so that names of sources, and with
 * them the code, are the same wherever that folder lies.
 * @param files absolute
 * @param named what was named on the command line, absolute: files or folders
 */
export function byProject(files: readonly string[], named: readonly string[]): ProjectFiles[] {
  const groups = new Map<string, string[]>();
  const known = new Map<string, string | undefined>();
  const rootOfFolder = (folder: string): string | undefined => {
    if (!known.has(folder)) known.set(folder, markedRootOf(folder));
    return known.get(folder);
  };
  let shared: string | undefined;
  for (const file of new Set(files)) {
    const marked = rootOfFolder(dirname(file));
    if (marked === undefined)
      shared ??= commonFolder(named.filter((path) => markedRootOf(path) === undefined).map(ownFolder));
    const root = marked ?? shared ?? dirname(file);
    groups.set(root, [...(groups.get(root) ?? []), file]);
  }
  return [...groups].map(([root, own]) => ({ root, files: own }));
}

/** The project that a file or folder belongs to; its own folder where there is none. @param path absolute */
export const projectRootOf = (path: string): string => markedRootOf(path) ?? ownFolder(path);
