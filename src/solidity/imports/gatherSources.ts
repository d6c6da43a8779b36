import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import nodePath, { dirname, isAbsolute, join, resolve } from "node:path";
import { type PathRules, pathBelow, withSlashes } from "../../text/pathBelow";
import { builtInSource, type FiscoFlavour } from "../fisco/builtInSources";
import { readSourceHead, type SourceHead } from "../source/sourceHead";
import { importedName, type Remapping, remapped } from "./remappings";

/** A file larger than this is no source of a contract. */
const largestSource = 8 * 1024 * 1024;
const mostSources = 10_000;

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
}

/** Where sources are looked for. */
export interface SourceGround {
  /** Folder that names start at: the project's. */
  readonly root: string;
  readonly remappings: readonly Remapping[];
  /** Folders of libraries beside `node_modules`, absolute: Foundry's `lib`. */
  readonly libraryFolders: readonly string[];
  /** Texts of open editors by absolute path, in place of what is on disk. */
  readonly overlays: ReadonlyMap<string, string>;
}

/** The texts of files, each read once while it does not change. */
export class SourceTexts {
  readonly #kept = new Map<string, { stamp: string; content: string; sha256: string; head: SourceHead }>();

  /** Undefined when there is no such file. */
  async read(path: string, overlay: string | undefined) {
    if (overlay !== undefined) return this.#keep(path, `overlay ${overlay.length}`, overlay);
    try {
      const { size, mtimeMs, ino, isFile } = await stat(path).then((found) => ({ ...found, isFile: found.isFile() }));
      if (!isFile || size > largestSource) return undefined;
      const stamp = `${size} ${mtimeMs} ${ino}`;
      const kept = this.#kept.get(path);
      // A file that was written within the clock's own steps may have changed without a new stamp.
      if (kept?.stamp === stamp && Date.now() - mtimeMs > 2000) return kept;
      return this.#keep(path, stamp, await readFile(path, "utf8"));
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

/** Where the file of a name may be, best first. */
function candidates(
  name: string,
  written: string,
  importer: { readonly path: string | undefined },
  ground: SourceGround,
): string[] {
  // A name has `/` everywhere; open editors are known by the paths of this machine.
  if (isAbsolute(name)) return [resolve(name)];
  const beside = importer.path === undefined ? [] : [dirname(importer.path)];
  const isRelative = written.startsWith(".");
  const found = isRelative ? beside.map((folder) => resolve(folder, written)) : [];
  found.push(join(ground.root, name));
  for (const folder of beside.flatMap((each) => [...parents(each)])) found.push(join(folder, "node_modules", name));
  for (const folder of parents(ground.root)) found.push(join(folder, "node_modules", name));
  for (const folder of ground.libraryFolders) {
    const [library = "", ...rest] = name.split("/");
    found.push(join(folder, name), join(folder, library, "src", ...rest), join(folder, library, "contracts", ...rest));
  }
  // The compiler's own notion: a plain name beside the importing file, which the official console takes too.
  if (!isRelative) found.push(...beside.map((folder) => resolve(folder, written)));
  return [...new Set(found)];
}

/** A source that something imports, and where it may be. */
interface Wanted {
  readonly name: string;
  readonly paths: readonly string[];
  readonly written: string;
}

/**
 * Reads the files and everything that they import, by the rules of the compilers, of npm and Foundry, and with the interfaces of FISCO BCOS that are
 * built in. What is not found is left out: the compiler names it at its place.
 */
export async function gatherSources(
  files: readonly string[],
  ground: SourceGround,
  texts: SourceTexts,
  flavour: FiscoFlavour,
): Promise<Map<string, GatheredSource>> {
  const sources = new Map<string, GatheredSource>();
  const seen = new Set<string>();
  const load = async ({ name, paths, written }: Wanted): Promise<Wanted[]> => {
    let source: GatheredSource | undefined;
    for (const path of paths) {
      const text = await texts.read(path, ground.overlays.get(path));
      if (!text) continue;
      source = { name, path, ...text, imports: [] };
      break;
    }
    const builtIn = source ? undefined : builtInSource(name, written, flavour);
    if (builtIn !== undefined) {
      const sha256 = createHash("sha256").update(builtIn).digest("hex");
      source = { name, path: undefined, content: builtIn, sha256, head: readSourceHead(builtIn), imports: [] };
    }
    if (!source || sources.size >= mostSources) return [];
    const imports = source.head.imports.map(({ path }) => remapped(importedName(path, name), name, ground.remappings));
    sources.set(name, { ...source, imports });
    return source.head.imports.flatMap(({ path }, i): Wanted[] => {
      const imported = imports[i] ?? path;
      if (seen.has(imported)) return [];
      seen.add(imported);
      const remappedAway = imported !== importedName(path, name);
      const at = candidates(imported, remappedAway ? imported : path, source, ground);
      return [{ name: imported, paths: source.path === undefined ? [] : at, written: path }];
    });
  };
  let wave: Wanted[] = files.map((file) => {
    const name = nameOfFile(file, ground.root);
    seen.add(name);
    return { name, paths: [file], written: name };
  });
  while (wave.length > 0) wave = (await Promise.all(wave.map(load))).flat();
  return sources;
}

/** Names of a source and of everything it imports, itself first. */
export function closureOf(name: string, sources: ReadonlyMap<string, GatheredSource>): string[] {
  const names = new Set([name]);
  for (const each of names)
    for (const imported of sources.get(each)?.imports ?? []) if (sources.has(imported)) names.add(imported);
  return [...names];
}
