import { dirname } from "node:path";
import * as vscode from "vscode";
import {
  type Generation,
  generationOf,
  type MarkedLanguage,
  markedLanguage,
} from "../../../applications/generated/generateAgain";
import { isGenerated, markBytes, maxOriginLength, readOrigin, sha256Of } from "../../../applications/origin";
import { installedFolders } from "../../../files/leftOutFolders";
import { givenPath, type NamedPath, namedPath } from "../../../files/namedPath";
import { maxBytes, readRegularFile, readRegularStart } from "../../../files/regularFile";
import { AskedOnce } from "../../../time/askedOnce";
import { Debounce } from "../../../time/debounce";
import { inParallel } from "../../../time/inParallel";
import { leftOut } from "../../kit/files/foreignFolders";
import { mayLook, mayRead, namedUri } from "../../kit/files/namedUri";
import { exists } from "../../kit/files/readFile";
import type { WorkspaceArtifact } from "../contracts/artifacts";

/** A file that `chainside generate` wrote, beside what it comes from. */
export interface GeneratedClient {
  readonly uri: vscode.Uri;
  readonly language: MarkedLanguage;
  readonly contract: string;
  /** The line that names the contract, from 0. */
  readonly line: number;
  /** Files that decide what is generated, the contract's own first; those that may not be looked at are left out. */
  readonly sources: readonly vscode.Uri[];
  /** How it is made again; undefined where it doesn't lie as its package says. */
  readonly generation: (Generation & { readonly out: vscode.Uri }) | undefined;
  /** Sources that are another than when it was generated. */
  readonly changed: readonly vscode.Uri[];
  /** Sources that are no longer in their folders. */
  readonly gone: readonly vscode.Uri[];
}

/** Whether sources are another than when it was generated, or gone. */
export const isStale = ({ changed, gone }: GeneratedClient): boolean => changed.length + gone.length > 0;

/** What a file says of itself, before its sources were looked at. */
interface Read extends Omit<GeneratedClient, "changed" | "gone"> {
  readonly origins: readonly Source[];
}

/** A source as the generated file names it. */
interface Source {
  readonly uri: vscode.Uri;
  readonly path: NamedPath;
  readonly sha256: string;
}

const generatedPattern = "**/*.{java,ts,go}";
const sourcePattern = "**/*.sol";
/** A workspace without any of these has no generated clients that are looked for. */
const hintPattern = "**/{ChainsideAbi.java,*.sol}";
const excluded = leftOut(...installedFolders, ".gradle", "dist", "out", "target", "build");
const maxFiles = 10_000;
const maxSources = 1000;
const atOnce = 16;
const gatherMs = 300;

/** What is found in a source's place: hashes, nothing in a folder that is there, or not even the folder, as on another machine. */
type Found = readonly string[] | "gone" | "elsewhere";

/** Hashes of a source's content: compilers are given it with a byte order mark, artifacts are read without. */
async function hashesOf(path: NamedPath): Promise<Found> {
  const text = (await readRegularFile(path, maxBytes.artifact).catch(() => undefined))?.toString("utf8");
  if (text === undefined) {
    const folder = namedUri(dirname(path));
    return folder && (await exists(folder)) ? "gone" : "elsewhere";
  }
  return text.startsWith("\uFEFF") ? [sha256Of(text), sha256Of(text.slice(1))] : [sha256Of(text)];
}

/**
 * Those that can be generated ones, by their names alone, since opening thousands of files takes seconds: Java's stand beside the codec
 * that they share.
 */
function possible(files: readonly vscode.Uri[]): vscode.Uri[] {
  const folderOf = ({ path }: vscode.Uri): string => path.slice(0, path.lastIndexOf("/"));
  const packages = new Set(files.filter(({ path }) => path.endsWith("/ChainsideAbi.java")).map(folderOf));
  return files.filter((uri) => {
    if (uri.path.endsWith(".java")) return packages.has(folderOf(uri));
    return !/\.(?:test|spec)\.ts$/.test(uri.path);
  });
}

/** A generated file by its first lines; undefined for any other. */
async function readGenerated(uri: vscode.Uri): Promise<Read | undefined> {
  const language = markedLanguage(uri.path);
  if (language === undefined || uri.scheme !== "file" || !mayLook(uri)) return undefined;
  const path = givenPath(uri.fsPath);
  const begin = await readRegularStart(path, markBytes).catch(() => "");
  if (!isGenerated(begin)) return undefined;
  const text = await readRegularStart(path, maxOriginLength).catch(() => "");
  const origin = readOrigin(text);
  if (!origin) return undefined;
  const folder = vscode.Uri.joinPath(uri, "..");
  const generation = generationOf(language, folder.path, text, origin.options);
  const up =
    generation?.below
      .split("/")
      .filter(Boolean)
      .map(() => "..") ?? [];
  // names are told from the folder of the files; for Go from that of all packages
  const from = language === "go" ? dirname(dirname(uri.fsPath)) : dirname(uri.fsPath);
  const origins: Source[] = [];
  for (const { name, sha256: hash } of origin.files.slice(0, maxSources)) {
    const source = namedPath(name, from);
    const found = source && (await mayRead(source)) ? namedUri(source) : undefined;
    if (source && found) origins.push({ uri: found, path: source, sha256: hash });
  }
  return {
    uri,
    language,
    contract: origin.contract,
    line: origin.line,
    sources: origins.map((each) => each.uri),
    generation: generation && { ...generation, out: vscode.Uri.joinPath(folder, ...up) },
    origins,
  };
}

/** Generated clients of the workspace and whether they are what would be generated now, as their own first lines tell it. */
export class GeneratedClients implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #read = new Map<string, Read>();
  readonly #hashes = new Map<NamedPath, Found>();
  #clients: readonly GeneratedClient[] = [];
  readonly #looking = new AskedOnce<void>();
  #watchers: vscode.Disposable | undefined;
  readonly #gathering = new Debounce();
  readonly #touched = new Map<string, vscode.Uri>();
  readonly #sources = new Set<string>();

  /** @param report gets errors that nothing awaits */
  constructor(private readonly report: (error: unknown) => void) {}

  /** What is known so far. */
  get list(): readonly GeneratedClient[] {
    return this.#clients;
  }

  /** Those whose sources are another than when they were generated, or are gone. */
  get stale(): readonly GeneratedClient[] {
    return this.#clients.filter(isStale);
  }

  find(uri: vscode.Uri): GeneratedClient | undefined {
    const key = uri.toString();
    return this.#clients.find((each) => each.uri.toString() === key);
  }

  /** Those of a contract as the list of compiled ones has it. */
  of({ name, uri, source }: Pick<WorkspaceArtifact, "name" | "uri" | "source">): readonly GeneratedClient[] {
    const { fsPath } = uri.with({ fragment: "" });
    const ending = source === undefined ? undefined : `/${source.replaceAll("\\", "/").replace(/^\/+/, "")}`;
    return this.#clients.filter(({ contract, sources: [first] }) => {
      if (contract !== name || first === undefined) return false;
      return first.fsPath === fsPath || (ending !== undefined && first.path.endsWith(ending));
    });
  }

  /** Looks through the workspace, once; then what changes is followed. Nothing is looked at before. */
  look(): Promise<void> {
    return this.#looking.get(() => this.#search());
  }

  async #search(): Promise<void> {
    this.#watch();
    if ((await vscode.workspace.findFiles(hintPattern, excluded.glob, 1)).length === 0) {
      // the first contract that comes may bring some
      this.#looking.forget();
      return;
    }
    await this.#take(possible(await vscode.workspace.findFiles(generatedPattern, excluded.glob, maxFiles)));
  }

  /** Takes in what was just generated in a folder: watchers of a system miss files in folders that have only just come. */
  async lookIn(folder: vscode.Uri): Promise<void> {
    await this.look();
    const pattern = new vscode.RelativePattern(folder, generatedPattern);
    for (const uri of possible(await vscode.workspace.findFiles(pattern, excluded.glob, maxFiles)))
      this.#touched.set(uri.toString(), uri);
    await this.#takeIn();
  }

  async #take(files: readonly vscode.Uri[]): Promise<void> {
    await inParallel(files, atOnce, async (uri) => {
      const found = await readGenerated(uri);
      if (found) this.#read.set(uri.toString(), found);
      else this.#read.delete(uri.toString());
    });
    await this.#judge();
  }

  async #judge(): Promise<void> {
    const wanted = new Set([...this.#read.values()].flatMap(({ origins }) => origins.map(({ path }) => path)));
    for (const known of this.#hashes.keys()) if (!wanted.has(known)) this.#hashes.delete(known);
    const unknown = [...wanted].filter((source) => !this.#hashes.has(source));
    await inParallel(unknown, atOnce, async (source) => void this.#hashes.set(source, await hashesOf(source)));
    const before = JSON.stringify(this.#clients);
    this.#clients = [...this.#read.values()]
      .sort((one, other) => (one.uri.path < other.uri.path ? -1 : 1))
      .map(({ origins, ...client }) => {
        const changed = origins.filter(({ path, sha256: hash }) => {
          const now = this.#hashes.get(path);
          return typeof now === "object" && !now.includes(hash);
        });
        const gone = origins.filter(({ path }) => this.#hashes.get(path) === "gone");
        return { ...client, changed: changed.map((each) => each.uri), gone: gone.map((each) => each.uri) };
      });
    if (JSON.stringify(this.#clients) !== before) this.#changed.fire();
  }

  #watch(): void {
    if (this.#watchers) return;
    const gather = (): void => {
      this.#gathering.after(gatherMs, () => void this.#takeIn().catch(this.report));
    };
    const source = (uri: vscode.Uri): void => {
      this.#sources.add(uri.fsPath);
      gather();
    };
    const generated = (uri: vscode.Uri): void => {
      if (excluded.has(uri)) return;
      this.#touched.set(uri.toString(), uri);
      gather();
    };
    const followed = [
      [sourcePattern, source],
      [generatedPattern, generated],
    ] as const;
    this.#watchers = vscode.Disposable.from(
      ...followed.flatMap(([pattern, note]) => {
        const watcher = vscode.workspace.createFileSystemWatcher(pattern);
        return [watcher, watcher.onDidCreate(note), watcher.onDidChange(note), watcher.onDidDelete(note)];
      }),
    );
  }

  /** Artifacts may be another than they were: who watches them says so. */
  artifactsChanged(): void {
    for (const path of this.#hashes.keys()) if (!path.endsWith(".sol")) this.#sources.add(path);
    if (this.#sources.size > 0) this.#gathering.after(gatherMs, () => void this.#takeIn().catch(this.report));
  }

  async #takeIn(): Promise<void> {
    const files = [...this.#touched.values()];
    this.#touched.clear();
    const sources = new Set(this.#sources);
    this.#sources.clear();
    const before = this.#looking.asked;
    if (before === undefined) return this.look();
    return this.#looking.put(
      before.then(() => {
        for (const path of this.#hashes.keys()) if (sources.has(path)) this.#hashes.delete(path);
        return this.#take(files);
      }),
    );
  }

  dispose(): void {
    this.#gathering.dispose();
    this.#watchers?.dispose();
    this.#changed.dispose();
  }
}
