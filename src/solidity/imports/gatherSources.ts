import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import nodePath, { dirname, isAbsolute } from "node:path";
import { withinFence } from "../../files/liesWithin";
import { givenPath, type NamedPath, namedPath } from "../../files/namedPath";
import { pathKey } from "../../files/pathKey";
import { maxBytes, readRegularFile } from "../../files/regularFile";
import { type PathRules, pathBelow, withSlashes } from "../../text/pathBelow";
import { inParallel, inSlices } from "../../time/inParallel";
import { builtInSource, type FiscoVariant, variantOf } from "../fisco/builtInSources";
import { readSourceHead, type SourceHead } from "../source/sourceHead";
import { importedName, type Remapping, remapped } from "./remappings";

const maxSources = 10_000;
/** No file imports so many, and no project lacks so many; what does is refused before more is looked for. */
export const maxImports = 1000;
/** Looked for at the same time. */
const atOnce = 64;

/** A source with what it imports. */
export interface GatheredSource {
  readonly name: string;
  /** Absolute; undefined for a text that is built in. */
  readonly path: string | undefined;
  readonly content: string;
  readonly sha256: string;
  readonly head: SourceHead;
  /** Names of what it imports, in the order of {@link SourceHead.imports}; those that are not found are not in the map. */
  readonly imports: readonly string[];
  /** It imports more than is looked for; sources that need it can't be compiled. */
  readonly tooMany?: true;
}

/** Where sources are looked for. */
export interface SourceFolders {
  /** Folder that names start at: the project's. */
  readonly root: string;
  readonly remappings: readonly Remapping[];
  /** Folders of libraries beside `node_modules`, absolute: Foundry's `lib`. */
  readonly libraryFolders: readonly string[];
  /** Texts of open editors by the keys of their paths (`pathKey`), in place of what is on disk. */
  readonly overlays: ReadonlyMap<string, string>;
  /** The only folder in which files are read, absolute, all links followed; undefined: wherever imports lead. */
  readonly fence?: string | undefined;
}

/** The texts of files, each read once while it does not change. */
export class SourceTexts {
  readonly #kept = new Map<string, { stamp: string; content: string; sha256: string; head: SourceHead }>();

  /** Undefined when there is no such file. */
  async read(path: NamedPath, overlay: string | undefined) {
    if (overlay !== undefined) return this.#keep(path, `overlay ${overlay.length}`, overlay);
    try {
      const { size, mtimeMs, ino, isFile } = await stat(path).then((found) => ({ ...found, isFile: found.isFile() }));
      if (!isFile || size > maxBytes.source) return undefined;
      const stamp = `${size} ${mtimeMs} ${ino}`;
      const kept = this.#kept.get(path);
      // A file that was written within the clock's own steps may have changed without a new stamp.
      if (kept?.stamp === stamp && Date.now() - mtimeMs > 2000) return kept;
      return this.#keep(path, stamp, (await readRegularFile(path, maxBytes.source)).toString("utf8"));
    } catch {
      return undefined;
    }
  }

  #keep(path: string, stamp: string, content: string) {
    const kept = this.#kept.get(path);
    const sha256 = createHash("sha256").update(content).digest("hex");
    const head = kept?.sha256 === sha256 ? kept.head : readSourceHead(content);
    const entry = { stamp, content, sha256, head };
    this.#kept.set(path, entry);
    return entry;
  }
}

/** The name of a file below the root, or its whole path outside of it; always with `/`. */
export function nameOfFile(path: string, root: string, rules: PathRules = nodePath): string {
  return pathBelow(root, path, rules) ?? withSlashes(path, rules);
}

function* parents(folder: string): Generator<string> {
  for (let at = folder; ; at = dirname(at)) {
    yield at;
    if (dirname(at) === at) return;
  }
}

/** Where the file of a name may be, best first; nowhere that an import has no business to look (`namedPath`). */
function* candidates(
  name: string,
  written: string,
  importer: { readonly path: string | undefined },
  folders: SourceFolders,
): Generator<NamedPath> {
  const seen = new Set<string>();
  for (const [named, folder, below] of places(name, written, importer, folders)) {
    const home = below === undefined ? folder : namedPath(below, folder);
    const path = home === undefined ? undefined : namedPath(named, home);
    if (path === undefined || seen.has(path)) continue;
    seen.add(path);
    yield path;
  }
}

/** Names to look for, each with the folder that it starts at, or with one and the name of another in it. */
function* places(
  name: string,
  written: string,
  importer: { readonly path: string | undefined },
  folders: SourceFolders,
): Generator<readonly [named: string, folder: string, below?: string]> {
  const beside = importer.path === undefined ? [] : [dirname(importer.path)];
  // A name has `/` everywhere; open editors are known by the paths of this machine.
  if (isAbsolute(name)) {
    yield [name, beside[0] ?? folders.root];
    return;
  }
  const isRelative = written.startsWith(".");
  if (isRelative) for (const folder of beside) yield [written, folder];
  yield [name, folders.root];
  for (const start of [...beside, folders.root])
    for (const folder of parents(start)) yield [name, folder, "node_modules"];
  const [library = "", ...rest] = name.split("/");
  const within = library === "" ? [] : ["src", "contracts"].map((part) => [library, part, ...rest].join("/"));
  for (const folder of folders.libraryFolders) for (const each of [name, ...within]) yield [each, folder];
  // Hardhat 3 finds `forge-std/Test.sol` in the `src` of the package.
  for (const start of [...beside, folders.root])
    for (const folder of parents(start)) for (const each of within) yield [each, folder, "node_modules"];
  // The compiler's own notion: a plain name beside the importing file, which the official console takes too.
  if (!isRelative) for (const folder of beside) yield [written, folder];
}

/** The name under which an import is looked for, and what counts as written: another text where a remapping put it. */
function lookedFor(path: string, importer: string, { remappings }: SourceFolders) {
  const plain = importedName(path, importer);
  const name = remapped(plain, importer, remappings);
  return { name, written: name === plain ? path : name };
}

/**
 * Folders in which an import may go on that is written as far as a `/`, best first: where a source of such a name would be looked for.
 * @param importer absolute
 */
export function importFolders(written: string, importer: string, folders: SourceFolders): Iterable<NamedPath> {
  if (written.startsWith(".")) return [namedPath(written, dirname(importer)) ?? []].flat();
  const { name, written: meant } = lookedFor(written, nameOfFile(importer, folders.root), folders);
  const all = candidates(name, meant, { path: importer }, folders);
  // Before anything is written, packages and libraries are meant.
  return written === "" ? [...all].filter((each) => each !== folders.root && each !== dirname(importer)) : all;
}

/** A source that something imports, and where it may be: worked out when it is looked for. */
interface Wanted {
  readonly name: string;
  readonly paths: () => Iterable<NamedPath>;
  readonly written: string;
  /** Name of who imports it. */
  readonly importer?: string;
}

/**
 * Reads the files and everything that they import, by the rules of the compilers, of npm and Foundry, and with the interfaces of FISCO BCOS
 * that are built in. What is not found is left out: the compiler names it at its place.
 */
export async function gatherSources(
  files: readonly string[],
  folders: SourceFolders,
  texts: SourceTexts,
  variant: FiscoVariant,
): Promise<Map<string, GatheredSource>> {
  const sources = new Map<string, GatheredSource>();
  const seen = new Set<string>();
  let missing = 0;
  const load = async ({ name, paths, written, importer: by }: Wanted): Promise<Wanted[]> => {
    const who = by === undefined ? undefined : sources.get(by);
    if (missing >= maxImports && who) {
      sources.set(who.name, { ...who, tooMany: true });
      return [];
    }
    let source: GatheredSource | undefined;
    for (const path of paths()) {
      const overlay = folders.overlays.get(pathKey(path));
      // What stands in an editor is there already.
      if (overlay === undefined && !(await withinFence(path, folders.fence))) continue;
      const text = await texts.read(path, overlay);
      if (!text) continue;
      source = { name, path, ...text, imports: [] };
      break;
    }
    const builtIn = source ? undefined : builtInSource(name, written, variant);
    if (builtIn !== undefined) {
      const sha256 = createHash("sha256").update(builtIn).digest("hex");
      source = { name, path: undefined, content: builtIn, sha256, head: readSourceHead(builtIn), imports: [] };
    }
    if (!source) missing += 1;
    if (!source || sources.size >= maxSources) return [];
    if (source.head.imports.length > maxImports) {
      sources.set(name, { ...source, imports: [], tooMany: true });
      return [];
    }
    const wanted = source.head.imports.map(({ path }) => lookedFor(path, name, folders));
    const imports = wanted.map((each) => each.name);
    sources.set(name, { ...source, imports });
    const importer = { path: source.path };
    return source.head.imports.flatMap(({ path }, i): Wanted[] => {
      const { name: imported, written: meant } = wanted[i] ?? lookedFor(path, name, folders);
      if (seen.has(imported)) return [];
      seen.add(imported);
      const paths = (): Iterable<NamedPath> =>
        importer.path === undefined ? [] : candidates(imported, meant, importer, folders);
      return [{ name: imported, paths, written: path, importer: name }];
    });
  };
  let wave: Wanted[] = files.map((file) => {
    const name = nameOfFile(file, folders.root);
    seen.add(name);
    return { name, paths: () => [givenPath(file)], written: name };
  });
  while (wave.length > 0) wave = (await inParallel(wave, atOnce, load)).flat();
  return sources;
}

/** Names of a source and of everything it imports, itself first. */
export function closureOf(name: string, sources: ReadonlyMap<string, GatheredSource>): string[] {
  const names = new Set([name]);
  for (const each of names)
    for (const imported of sources.get(each)?.imports ?? []) if (sources.has(imported)) names.add(imported);
  return [...names];
}

/** Sources by their names. */
export type SourceSet = ReadonlyMap<string, GatheredSource>;

const plain = { tables: "old", beforeSix: false } as const;

const contentsOf = (sources: readonly GatheredSource[]): string[] => sources.map(({ content }) => content);

const pragmasOf = (sources: readonly GatheredSource[]): string[] => sources.flatMap(({ head }) => head.pragmas);

/** All sources of files, in as many sets as there are forms of built-in interfaces wanted. */
export async function gatherAll(
  files: readonly string[],
  folders: SourceFolders,
  texts: SourceTexts,
): Promise<readonly SourceSet[]> {
  const first = await gatherSources(files, folders, texts, plain);
  const byVariant = new Map<string, { variant: Parameters<typeof gatherSources>[3]; files: string[] }>();
  await inSlices(files, (path) => {
    const closure = closureOf(nameOfFile(path, folders.root), first).flatMap((name) => first.get(name) ?? []);
    const own = closure.filter((source) => source.path !== undefined);
    const missing = own.some(({ imports }) => imports.some((name) => first.get(name)?.path === undefined));
    const variant = missing ? variantOf(contentsOf(own), pragmasOf(own)) : plain;
    const key = `${variant.tables} ${variant.beforeSix}`;
    const group = byVariant.get(key) ?? { variant, files: [] };
    group.files.push(path);
    byVariant.set(key, group);
  });
  return Promise.all(
    [...byVariant].map(([key, { variant, files: some }]) =>
      key === "old false" ? first : gatherSources(some, folders, texts, variant),
    ),
  );
}
