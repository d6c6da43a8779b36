import { existsSync, statSync } from "node:fs";
import nodePath, { basename, dirname } from "node:path";
import { isThereIn } from "../../files/look";
import type { NamedPath } from "../../files/namedPath";
import { pathBelow } from "../../text/pathBelow";

/** Configurations of tools that compile, in the order in which they count: a project of theirs begins where one stands. */
export const toolConfigurations = [
  { tool: "foundry", names: ["foundry.toml"] },
  { tool: "hardhat", names: ["hardhat.config.ts", "hardhat.config.js", "hardhat.config.cjs", "hardhat.config.mjs"] },
  { tool: "truffle", names: ["truffle-config.js", "truffle-config.cjs", "truffle.js"] },
] as const;
const configurations = toolConfigurations.flatMap(({ names }): readonly string[] => names);
/** What stands in folders within a project too. */
const lesser = ["remappings.txt", "package.json"];

/** Whether a project may begin in a folder that has something of this name. */
export const mayMarkProject = (name: string): boolean =>
  configurations.includes(name) || lesser.includes(name) || name === ".git";

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
export const markedRootOf = (path: string): string | undefined => lookFrom(ownFolder(path), new Map()).root;

/** What marks the project of a folder. */
interface Mark {
  readonly root: string | undefined;
  /** The configuration of a tool does, which counts more than anything else between. */
  readonly byTool: boolean;
}

/** Looks at a folder and those above it, at each of them once. */
function lookFrom(folder: string, known: Map<string, Mark>): Mark {
  const before = known.get(folder);
  if (before) return before;
  const mark = look(folder, () => lookFrom(dirname(folder), known));
  known.set(folder, mark);
  return mark;
}

function look(folder: string, above: () => Mark): Mark {
  if (holds(folder, configurations)) return { root: folder, byTool: true };
  const own: Mark = { root: folder, byTool: false };
  if (holds(folder, [".git"]) || isPackage(folder)) return own;
  const marked = holds(folder, lesser);
  if (dirname(folder) === folder) return marked ? own : { root: undefined, byTool: false };
  const further = above();
  return marked && !further.byTool ? own : further;
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

/** The project of a file: no further up than the folder that is open. @param path absolute, as `workspace` */
export function rootOf(path: string, workspace: string | undefined): string {
  if (workspace === undefined) return dirname(path);
  const root = existsSync(path) ? markedRootOf(path) : undefined;
  if (root === undefined) return workspace;
  return pathBelow(workspace, root, nodePath) === undefined ? workspace : root;
}

/** Files of one project. */
export interface ProjectFiles<File extends string = NamedPath> {
  /** Absolute. */
  readonly root: string;
  readonly files: readonly File[];
}

function grouped<File extends string>(files: readonly File[], root: (file: File) => string): ProjectFiles<File>[] {
  const groups = new Map<string, File[]>();
  for (const file of new Set(files)) {
    const own = root(file);
    groups.set(own, [...(groups.get(own) ?? []), file]);
  }
  return [...groups].map(([of, own]) => ({ root: of, files: own }));
}

/** Sorts files by their projects, none further up than the folder that is open ({@link rootOf}). */
export const byRoot = <File extends string>(
  files: readonly File[],
  workspace: string | undefined,
): ProjectFiles<File>[] => grouped(files, (file) => rootOf(file, workspace));

/**
 * Sorts files by their projects. Files without any share one: the folder that holds all that was named, so that names of sources, and with
 * them the code, are the same wherever that folder lies.
 * @param files absolute
 * @param named what was named on the command line, absolute: files or folders
 */
export function byProject<File extends string>(files: readonly File[], named: readonly string[]): ProjectFiles<File>[] {
  const known = new Map<string, Mark>();
  let shared: string | undefined;
  return grouped(files, (file) => {
    const marked = lookFrom(dirname(file), known).root;
    if (marked !== undefined) return marked;
    shared ??= commonFolder(named.filter((path) => markedRootOf(path) === undefined).map(ownFolder));
    return shared;
  });
}

/** The project that a file or folder belongs to; its own folder where there is none. @param path absolute */
export const projectRootOf = (path: string): string => markedRootOf(path) ?? ownFolder(path);
