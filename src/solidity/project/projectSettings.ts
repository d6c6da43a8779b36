import { join, posix } from "node:path";
import { withinFence } from "../../files/liesWithin";
import { listNamed } from "../../files/look";
import { type NamedPath, namedPath } from "../../files/namedPath";
import { maxBytes, readRegularTextIfAny } from "../../files/regularFile";
import type { CompilerSettings } from "../artifact/compiledProject";
import { folderRemapping, type Remapping, readRemapping } from "../imports/remappings";
import { type EvmVersion, evmVersionOf } from "../version/evmVersion";
import type { CompilerProfile, ConfiguredCompiler, ConfiguredProject, Restriction } from "./configuredProject";
import { foundryConfig } from "./foundryConfig";
import { environmentRemappings, readFoundrySettings } from "./foundrySettings";
import { toolConfigurations } from "./projectRoot";
import { readScriptConfig } from "./scriptConfig";

interface LibraryFolders {
  readonly root: string;
  readonly fence: string | undefined;
}

/** Names of the folders in a folder. */
async function foldersOf(path: NamedPath | undefined): Promise<string[]> {
  const entries = path === undefined ? [] : await listNamed(path);
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** Folders of a library in which Foundry looks for no sources of it. */
const besideSources = new Set(["lib", "node_modules", "test", "tests", "demo"]);
/** So deep, and among so many entries, a library's sources are looked for. */
const maxDepth = 4;
const maxEntries = 500;

/** Whether a folder has Solidity anywhere, as far as it is looked for. */
async function hasSources(path: NamedPath, fence: string | undefined, depth = 0): Promise<boolean> {
  const entries = (await listNamed(path)).slice(0, maxEntries);
  if (entries.some((entry) => entry.isFile() && entry.name.endsWith(".sol"))) return true;
  if (depth >= maxDepth) return false;
  for (const entry of entries) {
    if (!entry.isDirectory() || besideSources.has(entry.name)) continue;
    const inside = await withinFence(namedPath(entry.name, path), fence);
    if (inside !== undefined && (await hasSources(inside, fence, depth + 1))) return true;
  }
  return false;
}

/**
 * Where a library's sources begin, as Foundry finds it: in `src`, else in `contracts` where nothing else of it has any, else in the library
 * itself.
 */
async function sourcesOf(library: NamedPath | undefined, fence: string | undefined): Promise<string> {
  const entries = library === undefined ? [] : (await listNamed(library)).slice(0, maxEntries);
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  if (folders.includes("src")) return "src/";
  if (library === undefined || !folders.includes("contracts")) return "";
  if (entries.some((entry) => entry.isFile() && entry.name.endsWith(".sol"))) return "";
  for (const name of folders) {
    if (name === "contracts" || besideSources.has(name)) continue;
    const inside = await withinFence(namedPath(name, library), fence);
    if (inside !== undefined && (await hasSources(inside, fence))) return "";
  }
  return "contracts/";
}

/** Names of a project's own folders, which no library's remapping takes. */
const ownFolders = new Set(["src/", "contracts/", "test/", "tests/", "script/", "lib/"]);

/** What a library brings counts for the whole project where that has nothing of the name itself; the one that is nearest first. */
function withNested(found: readonly Remapping[]): Remapping[] {
  const known = new Set(found.flatMap(({ context, prefix }) => (context === "" ? [prefix] : [])));
  const depth = ({ context }: Remapping): number => context.split("/").length;
  const nested = found.filter(({ context }) => context !== "").sort((left, right) => depth(left) - depth(right));
  const added: Remapping[] = [];
  for (const each of nested) {
    if (known.has(each.prefix) || ownFolders.has(each.prefix)) continue;
    known.add(each.prefix);
    added.push({ ...each, context: "" });
  }
  return [...added, ...found];
}

/** Lines of one library's own remappings that are read. */
const maxLines = 500;
/** Libraries of libraries go so deep. */
const deepest = 4;

async function libraryRemappings({ root, fence }: LibraryFolders, folder: string, depth: number): Promise<Remapping[]> {
  const at = (named: string): Promise<NamedPath | undefined> => withinFence(namedPath(named, root), fence);
  const found: Remapping[] = [];
  for (const name of await foldersOf(await at(folder))) {
    const library = posix.join(folder, name);
    const place = await at(library);
    const inside = await foldersOf(place);
    found.push({ context: "", prefix: `${name}/`, target: `${library}/${await sourcesOf(place, fence)}` });
    const file = await at(`${library}/remappings.txt`);
    const own = file === undefined ? "" : ((await readRegularTextIfAny(file, maxBytes.configuration)) ?? "");
    for (const line of own.split(/\r?\n/, maxLines)) {
      const remapping = readRemapping(line);
      if (remapping) {
        const target = posix.join(library, remapping.target);
        found.push(folderRemapping({ context: `${library}/`, prefix: remapping.prefix, target }));
      }
    }
    if (depth < deepest && inside.includes("lib")) {
      const nested = await libraryRemappings({ root, fence }, posix.join(library, "lib"), depth + 1);
      // The project's own library of that name comes first: these count within the library that brings them.
      found.push(...nested.map((each) => ({ ...each, context: each.context || `${library}/` })));
    }
  }
  return found;
}

/** Remappings that Foundry makes up for the libraries in a project's folders: their `src`, their `contracts`, or they themselves. */
async function findLibraries(
  root: string,
  libraryFolders: readonly string[],
  fence: string | undefined,
): Promise<Remapping[]> {
  const found: Remapping[] = [];
  for (const folder of libraryFolders) {
    // Packages of npm are found by the rules of npm.
    if (folder.includes("node_modules")) continue;
    found.push(...(await libraryRemappings({ root, fence }, folder, 0)));
  }
  return withNested(found);
}

/** What code is made by. */
interface CodeSettings {
  readonly versions: { readonly versions: readonly string[]; readonly file: string } | undefined;
  readonly evmVersion: { readonly version: EvmVersion; readonly file: string } | undefined;
  readonly optimizer: CompilerSettings["optimizer"];
  readonly viaIR: boolean;
  readonly metadata: CompilerSettings["metadata"];
}

/** What a project's own tool is configured to do; of several compilers what holds for the first. */
export interface ProjectSettings extends CodeSettings {
  /** The file that says so, absolute. */
  readonly file: string | undefined;
  /** Parts of the configuration that don't count: it is read, never run, so that what is computed isn't known, and some aren't followed. */
  readonly unread: readonly string[];
  /** Folder of the sources, absolute. */
  readonly sources: string | undefined;
  /** Folder in which Foundry looks for tests in files of any name, absolute; undefined in other projects. */
  readonly tests: string | undefined;
  /** Folders that the project's own tool compiles, absolute; none where no tool is configured. */
  readonly compiled: readonly string[];
  /** Each of several compilers. */
  readonly compilers: readonly CodeSettings[];
  /** Compilers of single sources, by their names. */
  readonly overrides: ReadonlyMap<string, CodeSettings>;
  readonly libraries: CompilerSettings["libraries"];
  readonly remappings: readonly Remapping[];
  readonly libraryFolders: readonly string[];
  /** What is left out where all of the project is meant: `skippedFiles` reads it. */
  readonly skip: readonly string[];
  /** What Foundry's restrictions may choose in place of the project's own settings: `restrictedSettings`. */
  readonly profiles: readonly CompilerProfile<Partial<CodeSettings>>[];
  readonly restrictions: readonly Restriction[];
}

/**
 * What holds for a source of a project, as Hardhat has it: a compiler of its own, else that of the version which was chosen for it.
 * @param version absent where none is chosen yet
 */
export function settingsOfSource(project: ProjectSettings, name: string, version?: string): ProjectSettings {
  const own = project.overrides.get(name);
  if (own) return { ...project, ...own, versions: own.versions ?? project.versions };
  const listed =
    version === undefined ? undefined : project.compilers.find((each) => each.versions?.versions.includes(version));
  return listed ? { ...project, ...listed, versions: project.versions } : project;
}

/** Every import is compared with each of them. */
const maxRemappings = 2000;

/** What is taken where nothing is configured: what the official console's compiler does. */
const plainOptimizer = { enabled: true, runs: 200 };

/** The text of a file of the project; undefined where it is not there or may not be read. */
async function textIn(root: string, name: string, fence: string | undefined): Promise<string | undefined> {
  const path = await withinFence(namedPath(name, root), fence);
  return path && readRegularTextIfAny(path, maxBytes.configuration);
}

/** Where sources are that Foundry isn't told of: in `src`, else in `contracts`, as Hardhat has them. */
async function withUsualFolders(
  configured: ConfiguredProject,
  root: string,
  fence: string | undefined,
): Promise<ConfiguredProject> {
  if (configured.sources !== undefined) return configured;
  const folders = await foldersOf(await withinFence(namedPath(".", root), fence));
  const isOfHardhat = !folders.includes("src") && folders.includes("contracts");
  return { ...configured, sources: isOfHardhat ? "contracts" : "src" };
}

async function readConfigured(root: string, fence: string | undefined) {
  for (const { tool, names } of toolConfigurations) {
    for (const name of names) {
      const file = join(root, name);
      if (tool === "foundry") {
        const settings = await readFoundrySettings(root, fence);
        if (settings) return { tool, file, configured: await withUsualFolders(foundryConfig(settings), root, fence) };
        continue;
      }
      const text = await textIn(root, name, fence);
      if (text !== undefined) return { tool, file, configured: readScriptConfig(text, file, tool) };
    }
  }
  return undefined;
}

/**
 * Remappings for the libraries of a project that doesn't state them: Foundry's, and those of a project without any tool's
 * configuration, as dapptools has them, where a folder of the project itself comes first.
 */
async function inferredRemappings(
  root: string,
  found: Awaited<ReturnType<typeof readConfigured>>,
  fence: string | undefined,
): Promise<Remapping[]> {
  if (found?.configured.findsLibraries === false) return [];
  if (found?.tool === "foundry") return findLibraries(root, found.configured.libraryFolders ?? ["lib"], fence);
  if (found) return [];
  const own = new Set(await foldersOf(await withinFence(namedPath(".", root), fence)));
  return (await findLibraries(root, ["lib"], fence)).filter(
    ({ context, prefix }) => context !== "" || !own.has(prefix.slice(0, -1)),
  );
}

/**
 * Reads how a project's own tool (Foundry, Hardhat or Truffle) compiles: versions, optimizer, machine, remappings. Configurations that are
 * programs are read as text and never run; what is computed in them is named in `unread`.
 * @param fence the only folder in which files are read, absolute, all links followed; undefined: wherever they lead
 */
export async function readProjectSettings(root: string, fence?: string): Promise<ProjectSettings> {
  const found = await readConfigured(root, fence);
  const configured: ConfiguredProject = found?.configured ?? { unread: [] };
  const libraryFolders = (configured.libraryFolders ?? ["lib"])
    .map((folder) => namedPath(folder, root))
    .filter((folder) => folder !== undefined);
  const lines = ((await textIn(root, "remappings.txt", fence)) ?? "").split(/\r?\n/);
  const ofEnvironment = found?.tool === "foundry" ? environmentRemappings(process.env) : [];
  const stated = [...(configured.remappings ?? []), ...lines, ...ofEnvironment]
    .map(readRemapping)
    .filter((remapping) => remapping !== undefined)
    .slice(0, maxRemappings)
    .map((remapping) => (found && found.tool !== "foundry" ? remapping : folderRemapping(remapping)));
  const known = new Set(stated.map(({ prefix }) => prefix));
  const inferred = await inferredRemappings(root, found, fence);
  const file = found?.file;
  const machineOf = (name: string | undefined): CodeSettings["evmVersion"] => {
    const version = name === undefined ? undefined : evmVersionOf(name);
    return version && file ? { version, file } : undefined;
  };
  const codeOf = ({
    evmVersion,
    optimizer,
    viaIR,
    metadata,
    versions = [],
  }: Partial<ConfiguredCompiler>): CodeSettings => {
    return {
      versions: versions.length > 0 && file ? { versions, file } : undefined,
      evmVersion: machineOf(evmVersion),
      optimizer: optimizer ?? (found ? { enabled: false, runs: 200 } : plainOptimizer),
      viaIR: viaIR ?? false,
      metadata,
    };
  };
  return {
    file,
    unread: configured.unread,
    sources: configured.sources === undefined ? undefined : namedPath(configured.sources, root),
    tests: configured.tests === undefined ? undefined : namedPath(configured.tests, root),
    compiled: found
      ? [configured.sources, configured.tests ?? "test", configured.scripts].flatMap((folder) =>
          folder === undefined ? [] : (namedPath(folder, root) ?? []),
        )
      : [],
    ...codeOf(configured),
    compilers: (configured.compilers ?? []).map(codeOf),
    overrides: new Map([...(configured.overrides ?? [])].map(([name, each]) => [name, codeOf(each)] as const)),
    libraries: configured.libraries ?? {},
    remappings: [...inferred.filter(({ prefix }) => !known.has(prefix)).slice(0, maxRemappings), ...stated],
    libraryFolders,
    skip: configured.skip ?? [],
    profiles: (configured.profiles ?? []).map(({ code: { evmVersion, ...code }, ...each }) => ({
      ...each,
      code: { ...code, ...(evmVersion === undefined ? {} : { evmVersion: machineOf(evmVersion) }) },
    })),
    restrictions: configured.restrictions ?? [],
  };
}
