import nodePath, { basename, join } from "node:path";
import { clientError } from "../../errors/clientError";
import { leftOutFolders } from "../../files/leftOutFolders";
import { isThere, listNamed, statIfAny } from "../../files/look";
import { givenPath, type NamedPath, namedPath } from "../../files/namedPath";
import { maxBytes, readRegularFileSync, readTextIn } from "../../files/regularFile";
import { pathBelow } from "../../text/pathBelow";
import { isTestFile, seemsToHaveTests } from "../../text/sourceNames";
import { alternatives, pathGlob } from "../../text/wildcards";
import { byProject, markedRootOf, mayMarkProject, type ProjectFiles, projectRootOf } from "./projectRoot";
import { readProjectSettings } from "./projectSettings";

/** {@link solidityFiles} of what a person named: its project may begin anywhere above it, but for a fence. */
export async function sourcesNamed(path: NamedPath, fence?: string): Promise<NamedPath[]> {
  return solidityFiles(path, { root: fence ?? (isThere(path) ? projectRootOf(path) : path), fence });
}

/** Whose folder is looked through. */
interface SearchedProject {
  /** Folder of the project that the folder belongs to, absolute. */
  readonly root: string;
  /** The only folder in which configurations are read, absolute; undefined: any. */
  readonly fence?: string | undefined;
}

/**
 * The Solidity files that a folder means: of it and those below it, without packages, what tools write, and the libraries of each project
 * there (Foundry's `lib`); a file itself. What is named itself is looked through, whatever it is. Sorted.
 * @throws ChainError usage `fileMissing`
 */
export async function solidityFiles(path: NamedPath, { root, fence }: SearchedProject): Promise<NamedPath[]> {
  const named = await statIfAny(path);
  if (!named) throw clientError("fileMissing", { path });
  if (!named.isDirectory()) return [path];
  const libraries = new Set<string>();
  const leaveOut = async (project: string): Promise<void> => {
    for (const each of (await readProjectSettings(project, fence)).libraryFolders) libraries.add(each);
  };
  await leaveOut(root);
  const look = async (folder: NamedPath): Promise<NamedPath[]> => {
    const entries = (await listNamed(folder)).sort((left, right) => (left.name < right.name ? -1 : 1));
    const isMarked = folder !== root && entries.some(({ name }) => mayMarkProject(name));
    if (isMarked && markedRootOf(folder) === folder) await leaveOut(folder);
    // Each folder in it is a library; files right in it are the project's.
    const isOfLibraries = folder !== path && libraries.has(folder);
    const found: NamedPath[] = [];
    for (const entry of entries) {
      const inside = givenPath(join(folder, entry.name));
      if (entry.isFile() && entry.name.endsWith(".sol")) found.push(inside);
      else if (entry.isDirectory() && !isOfLibraries && !leftOutFolders.has(entry.name))
        found.push(...(await look(inside)));
    }
    return found;
  };
  return look(path);
}

const maxSubmodules = 200;

/** Folders that git fills with other repositories (`.gitmodules`), and hasn't: their names below the project. */
export async function emptySubmodules(root: string): Promise<string[]> {
  const text = (await readTextIn(root, ".gitmodules", maxBytes.configuration)) ?? "";
  const empty: string[] = [];
  for (const line of text.split("\n")) {
    const [key = "", name = ""] = line.split("=").map((part) => part.trim());
    const path = key === "path" && empty.length < maxSubmodules ? namedPath(name, root) : undefined;
    if (path !== undefined && (await listNamed(path)).length === 0) empty.push(name);
  }
  return empty;
}

/** Words that stand for endings. */
const endings: Readonly<Record<string, string>> = {
  test: ".t.sol",
  tests: ".t.sol",
  script: ".s.sol",
  scripts: ".s.sol",
};

/**
 * What a project leaves out when all of it is compiled or tested (`skip` of `foundry.toml`), as Foundry reads it: `test` and `script` for
 * all files of that kind, a part of a file's name, or a pattern for its path below the project, in which `*` stands for folders too.
 * @param root folder of the project, absolute
 */
export function skippedFiles(root: string, skip: readonly string[]): (path: string) => boolean {
  const patterns = skip.flatMap(alternatives).map((pattern) => ({
    pattern,
    isMeant: pathGlob(pattern.startsWith("./") ? pattern.slice(2) : pattern),
  }));
  return (path) => {
    const place = pathBelow(root, path, nodePath);
    const name = basename(path);
    if (place === undefined) return false;
    return patterns.some(({ pattern, isMeant }) => {
      const ending = endings[pattern];
      return ending === undefined ? isMeant(place) || name.includes(pattern) : name.endsWith(ending);
    });
  };
}

function textOrNothing(file: NamedPath): string {
  try {
    return readRegularFileSync(file, maxBytes.source).toString("utf8");
  } catch {
    return "";
  }
}

/** Words behind a contract's name in which its bases are looked for. */
const maxBaseWords = 60;

/** The contracts that a source seems to have, with words among which the names of their bases are. */
function contractsIn(source: string): { readonly name: string; readonly bases: readonly string[] }[] {
  const words = source.split(/\W+/);
  return words.flatMap((word, place) => {
    const [name, is] = [words[place + 1], words[place + 2]];
    if (word !== "contract" || name === undefined) return [];
    return [{ name, bases: is === "is" ? words.slice(place + 3, place + 3 + maxBaseWords) : [] }];
  });
}

/** Of the files those with tests, and those whose contracts seem to inherit some. */
function withTests(files: readonly NamedPath[]): ReadonlySet<NamedPath> {
  const read = files.map((file) => ({ file, source: textOrNothing(file) }));
  const found = new Set(read.flatMap(({ file, source }) => (seemsToHaveTests(source) ? [file] : [])));
  if (found.size === read.length) return found;
  const all = read.map(({ file, source }) => ({ file, contracts: contractsIn(source) }));
  for (let before = -1; before < found.size; ) {
    before = found.size;
    const tests = all.filter(({ file }) => found.has(file));
    const names = new Set(tests.flatMap(({ contracts }) => contracts.map(({ name }) => name)));
    for (const { file, contracts } of all)
      if (contracts.some(({ bases }) => bases.some((base) => names.has(base)))) found.add(file);
  }
  return found;
}

/** The files of a project that are its tests. */
async function testsIn(root: string, files: readonly NamedPath[]): Promise<NamedPath[]> {
  const { skip, tests } = await readProjectSettings(root);
  const isSkipped = skippedFiles(root, skip);
  const below = files.filter((file) => tests !== undefined && pathBelow(tests, file, nodePath) !== undefined);
  const found = withTests(below);
  return files.filter(
    (file) => !isSkipped(file) && (isTestFile(file) || (!file.endsWith(".s.sol") && found.has(file))),
  );
}

/**
 * The files of tests that are named, or `*.t.sol` of folders that are named, and below the folder of tests of a project of Foundry every
 * file with tests of its own or inherited ones; those of the project in the current folder where nothing is named. Each with the project
 * that it belongs to.
 * @throws ChainError usage `fileMissing`
 */
export async function findTestFiles(paths: readonly NamedPath[], folder: NamedPath): Promise<ProjectFiles[]> {
  const named = paths.length > 0 ? paths : [folder];
  const files: NamedPath[] = [];
  for (const path of named) {
    const found = await sourcesNamed(path);
    if (found[0] === path) {
      files.push(path);
      continue;
    }
    for (const { root, files: own } of byProject(found, [path])) files.push(...(await testsIn(root, own)));
  }
  return byProject(files, named);
}
