import { basename } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import * as vscode from "vscode";
import { declaredContracts } from "../../../chain/artifact/contractNames";
import { namesFromReferences } from "../../../chain/artifact/linkLibraries";
import type { ContractArtifact } from "../../../chain/artifact/readArtifact";
import { clientError } from "../../../errors/clientError";
import { installedFolders } from "../../../files/leftOutFolders";
import { maxBytes } from "../../../files/regularFile";
import type { CheckedContract } from "../../../solidity/language/questions";
import { AskedOnce } from "../../../time/askedOnce";
import { Debounce } from "../../../time/debounce";
import { inParallel } from "../../../time/inParallel";
import { foreignFolders, leftOut } from "../../kit/files/foreignFolders";
import { exists, readIfSmall } from "../../kit/files/readFile";
import type { ChainGroup } from "../connections/chainGroup";
import { type CompileChoice, contractUri, isContractUri, type Solidity } from "../solidity/solidity";
import { projectOf, type SourceOrigin, sourceOrigin } from "./sourceOrigin";

/**
 * A contract of the workspace as lists show it: in a file that a compiler wrote, or in a source (`…/Coin.sol#Coin`), which is compiled
 * whenever a user wants its code.
 */
export interface WorkspaceArtifact {
  readonly name: string;
  /** False for interfaces and abstract contracts. */
  readonly deployable: boolean;
  readonly uri: vscode.Uri;
  /** Folder and package of its source. */
  readonly place: SourceOrigin;
  /** The source as its compiler names it, of what a compiler wrote and where that says so. */
  readonly source?: string;
}

/** A compiled contract with everything that its file holds. */
export interface LoadedArtifact {
  readonly artifact: ContractArtifact;
  readonly uri: vscode.Uri;
}

/** Where Hardhat, Foundry, Truffle, solc and the official console put what they compile. */
const jsonPattern = "**/{artifacts,out,build}/**/*.json";
const abiPattern = "**/*.abi";
const binPattern = "**/*.bin";
const sourcePattern = "**/*.sol";
const maxSourceBytes = 1024 * 1024;
const neverCompiled = leftOut(...installedFolders, "build-info", "cache");
const maxFiles = 20_000;
/** Files that are read at once; between two lots the editor has its turn. */
const atOnce = 16;
/** A compiler writes many files: they are taken in together. */
const gatherMs = 150;

/** A folder that comes or goes is told of by its own name alone, whatever is in it. */
const anythingPattern = "**";

const isWanted = (uri: vscode.Uri): boolean => !uri.path.endsWith(".dbg.json") && !neverCompiled.has(uri);

async function readFile(uri: vscode.Uri): Promise<ContractArtifact | undefined> {
  const { readArtifactFile } = await import("../../../chain/artifact/readArtifactFile");
  return readArtifactFile(basename(uri.path), (path) =>
    readIfSmall(vscode.Uri.joinPath(uri, "..", path), maxBytes.artifact),
  );
}

const fileOfOurs = /\.(json|abi|bin)$/;

/** More things that came at once are not looked at one by one: there will be a folder among them. */
const maxLooks = 200;

async function isFolder(uri: vscode.Uri): Promise<boolean> {
  const stat = await vscode.workspace.fs.stat(uri).then(undefined, () => undefined);
  return stat !== undefined && (stat.type & vscode.FileType.Directory) !== 0;
}

/** What compilers put below folders that came; one search for all of them. */
async function filesBelow(came: readonly vscode.Uri[]): Promise<vscode.Uri[]> {
  if (came.length === 0) return [];
  const looked = await Promise.all(came.slice(0, maxLooks).map(isFolder));
  const folders = came.length > maxLooks ? came : came.filter((_, index) => looked[index]);
  if (folders.length === 0) return [];
  const below = new Set(folders.map((uri) => uri.path));
  const isBelow = ({ path }: vscode.Uri): boolean => {
    for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1))
      if (below.has(path.slice(0, at))) return true;
    return false;
  };
  const found = await Promise.all(
    [jsonPattern, abiPattern, binPattern].map((pattern) =>
      vscode.workspace.findFiles(pattern, neverCompiled.glob, maxFiles),
    ),
  );
  return found.flat().filter(isBelow);
}

/** The first folder of a source's name, where it may be an installed package: `solmate` of `solmate/src/Owned.sol`. */
const maybePackage = (source: string | undefined): string | undefined =>
  /^([a-zA-Z0-9][\w.-]*)\//.exec(source ?? "")?.[1];

/** The project's own contracts first, then those of packages; by name among themselves. */
const ownFirst = (a: WorkspaceArtifact, b: WorkspaceArtifact): number =>
  Number(a.place.dependency !== undefined) - Number(b.place.dependency !== undefined) || a.name.localeCompare(b.name);

/**
 * The contract of a source that a compiled one stands for: of the file that the compiler names, below its project; where no file is named
 * so, the only one of that name. Contracts of one name in other files stay.
 */
function sourceOf(
  { name, uri, source }: WorkspaceArtifact,
  sources: readonly WorkspaceArtifact[],
): WorkspaceArtifact | undefined {
  const named = sources.filter((each) => each.name === name);
  const file = source?.replace(/^[/\\]+/, "");
  const project = projectOf(vscode.workspace.asRelativePath(uri)).join("/");
  const path = file === undefined ? undefined : [project, file].filter((part) => part !== "").join("/");
  const exact = named.filter((each) => vscode.workspace.asRelativePath(each.uri.with({ fragment: "" })) === path);
  const ending = named.filter((each) => file !== undefined && `/${each.uri.path}`.endsWith(`/${file}`));
  const fitting = [exact, ending, file === undefined ? named : []].find((each) => each.length > 0) ?? [];
  return fitting.length === 1 ? fitting[0] : undefined;
}

/** A contract that was compiled, as what is deployed takes it. */
export function artifactOf(contract: CheckedContract): ContractArtifact {
  const { name, abi, code, linkReferences, sourceName, notes } = contract;
  return {
    name,
    abi,
    ...(code === "" ? {} : { bytecode: code }),
    libraryNames: namesFromReferences(code, linkReferences),
    source: sourceName,
    ...(notes ? { notes } : {}),
  };
}

/** Reads the compiled contracts of the workspace when the user asks, and again only the files that changed. */
export class Artifacts implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  #watchers: vscode.Disposable | undefined;
  readonly #known = new AskedOnce<Map<string, WorkspaceArtifact>>();
  /** Folders that came since the last look. */
  readonly #newFolders = new Map<string, vscode.Uri>();
  /** Files that changed since they were read. */
  readonly #stale = new Map<string, vscode.Uri>();
  readonly #gathering = new Debounce();
  /** Whether a folder of that name is a package of the project, by the place where it would be installed. */
  readonly #packages = new Map<string, Promise<boolean>>();
  /** Contracts of each source. */
  readonly #sources = new AskedOnce<Map<string, readonly WorkspaceArtifact[]>>();

  constructor(private readonly solidity: Solidity) {}

  /** All of them, the project's own first: what was compiled already, and contracts of sources that no file of a compiler stands for. */
  async list(): Promise<readonly WorkspaceArtifact[]> {
    this.#watch();
    const [sources, known] = await Promise.all([this.sources(), this.#known.get(() => this.#search())]);
    const compiled = [...known.values()];
    const own = compiled.filter(({ place }) => place.dependency === undefined);
    const compiledSources = new Set(own.flatMap((each) => sourceOf(each, sources) ?? []));
    return [...compiled, ...sources.filter((each) => !compiledSources.has(each))].sort(ownFirst);
  }

  /** Contracts of the workspace's own sources, compiled or not. */
  async sources(): Promise<readonly WorkspaceArtifact[]> {
    this.#watch();
    return [...(await this.#sources.get(() => this.#searchSources())).values()].flat();
  }

  /** The texts of the workspace's own sources. */
  async sourceTexts(): Promise<readonly string[]> {
    const files = await vscode.workspace.findFiles(sourcePattern, foreignFolders.glob, maxFiles);
    const read = await inParallel(files, atOnce, (uri) => readIfSmall(uri, maxSourceBytes));
    return read.filter((text) => text !== undefined);
  }

  /**
   * Reads one file with all it holds; compiles a contract of a source.
   * @param group the chain that the code is for; by default the active one
   * @param how another choice than the group's
   * @throws ChainError usage `notAnArtifact`; Cancelled and what compiling throws.
   */
  async read(uri: vscode.Uri, group?: ChainGroup, how?: CompileChoice): Promise<LoadedArtifact> {
    if (isContractUri(uri)) return this.#compiled(uri, group, how);
    const artifact = await readFile(uri);
    if (!artifact) throw clientError("notAnArtifact", { path: vscode.workspace.asRelativePath(uri) });
    return { artifact, uri };
  }

  /** What is known without compiling anything; undefined for a source that was not compiled yet. */
  async readKnown(uri: vscode.Uri): Promise<Pick<ContractArtifact, "name" | "abi"> | undefined> {
    if (isContractUri(uri)) return this.solidity.lastKnown(uri);
    return (await this.read(uri)).artifact;
  }

  async #compiled(uri: vscode.Uri, group: ChainGroup | undefined, how?: CompileChoice): Promise<LoadedArtifact> {
    const { contract } = await this.solidity.compileContract(uri, group, how);
    return { artifact: artifactOf(contract), uri };
  }

  async #searchSources(): Promise<Map<string, readonly WorkspaceArtifact[]>> {
    const found = new Map<string, readonly WorkspaceArtifact[]>();
    const files = await vscode.workspace.findFiles(sourcePattern, foreignFolders.glob, maxFiles);
    for (let at = 0; at < files.length; at += atOnce) {
      await Promise.all(files.slice(at, at + atOnce).map((uri) => this.#readSource(found, uri)));
      await nextTurn();
    }
    return found;
  }

  async #readSource(found: Map<string, readonly WorkspaceArtifact[]>, uri: vscode.Uri): Promise<void> {
    const text = await readIfSmall(uri, maxSourceBytes);
    const contracts = text === undefined ? [] : declaredContracts(text);
    const folder = vscode.workspace.asRelativePath(uri).split("/").slice(0, -1).join("/");
    if (contracts.length === 0) found.delete(uri.toString());
    else
      found.set(
        uri.toString(),
        contracts.map(({ name, deployable }) => ({ name, deployable, uri: contractUri(uri, name), place: { folder } })),
      );
  }

  /** A source came, changed or went. */
  async #takeSource(uri: vscode.Uri): Promise<void> {
    if (foreignFolders.has(uri) || !this.#sources.asked) return;
    const found = await this.#sources.asked;
    const before = JSON.stringify(found.get(uri.toString()));
    await this.#readSource(found, uri);
    if (JSON.stringify(found.get(uri.toString())) !== before) this.#changed.fire();
  }

  async #search(): Promise<Map<string, WorkspaceArtifact>> {
    const [json, abi] = await Promise.all([
      vscode.workspace.findFiles(jsonPattern, neverCompiled.glob, maxFiles),
      vscode.workspace.findFiles(abiPattern, neverCompiled.glob, maxFiles),
    ]);
    const known = new Map<string, WorkspaceArtifact>();
    await this.#readInto(known, [...json, ...abi].filter(isWanted));
    return known;
  }

  async #summary(uri: vscode.Uri): Promise<WorkspaceArtifact | undefined> {
    const artifact = await readFile(uri);
    if (!artifact) return undefined;
    const { name, bytecode, smBytecode, source } = artifact;
    const first = maybePackage(source);
    const installed = first !== undefined && (await this.#isPackage(uri, first));
    const place = sourceOrigin(vscode.workspace.asRelativePath(uri), source, () => installed);
    const deployable = bytecode !== undefined || smBytecode !== undefined;
    return { name, deployable, uri, place, ...(source === undefined ? {} : { source }) };
  }

  /** A source's first folder is a package where `node_modules` has it and the project has no folder of that name. */
  #isPackage(uri: vscode.Uri, name: string): Promise<boolean> {
    const folder = vscode.workspace.getWorkspaceFolder(uri);
    if (!folder) return Promise.resolve(false);
    const project = vscode.Uri.joinPath(folder.uri, ...projectOf(vscode.workspace.asRelativePath(uri, false)));
    const key = vscode.Uri.joinPath(project, "node_modules", name).toString();
    let known = this.#packages.get(key);
    if (!known) {
      known = Promise.all([
        exists(vscode.Uri.joinPath(project, "node_modules", name)),
        exists(vscode.Uri.joinPath(project, name)),
      ]).then(([installed, own]) => installed && !own);
      this.#packages.set(key, known);
    }
    return known;
  }

  async #readInto(known: Map<string, WorkspaceArtifact>, files: readonly vscode.Uri[]): Promise<void> {
    for (let at = 0; at < files.length; at += atOnce) {
      await Promise.all(
        files.slice(at, at + atOnce).map(async (uri) => {
          const found = await this.#summary(uri);
          if (found) known.set(uri.toString(), found);
          else known.delete(uri.toString());
        }),
      );
      await nextTurn();
    }
  }

  #watch(): void {
    if (this.#watchers) return;
    const gather = (): void => {
      this.#gathering.after(gatherMs, () => void this.#takeIn());
    };
    const note = (uri: vscode.Uri): void => {
      if (!isWanted(uri)) return;
      this.#stale.set(uri.toString(), uri);
      gather();
    };
    const came = (uri: vscode.Uri): void => {
      if (!isWanted(uri) || fileOfOurs.test(uri.path)) return;
      this.#newFolders.set(uri.toString(), uri);
      gather();
    };
    const went = async (uri: vscode.Uri): Promise<void> => {
      const below = `${uri.toString()}/`;
      const known = (await this.#known.asked) ?? new Map<string, WorkspaceArtifact>();
      for (const [key, { uri: file }] of known) if (key.startsWith(below)) note(file);
    };
    const folders = vscode.workspace.createFileSystemWatcher(anythingPattern, false, true, false);
    const sources = vscode.workspace.createFileSystemWatcher(sourcePattern);
    const source = (uri: vscode.Uri): void => void this.#takeSource(uri);
    this.#watchers = vscode.Disposable.from(
      sources,
      sources.onDidCreate(source),
      sources.onDidChange(source),
      sources.onDidDelete(source),
      folders,
      folders.onDidCreate(came),
      folders.onDidDelete((uri) => void went(uri)),
      ...[jsonPattern, abiPattern, binPattern].flatMap((pattern) => {
        const watcher = vscode.workspace.createFileSystemWatcher(pattern);
        return [watcher, watcher.onDidCreate(note), watcher.onDidChange(note), watcher.onDidDelete(note)];
      }),
    );
  }

  /** Reads again what changed, after what is being read already. */
  async #takeIn(): Promise<void> {
    const folders = [...this.#newFolders.values()];
    this.#newFolders.clear();
    this.#packages.clear();
    const inFolders = (await filesBelow(folders)).filter(isWanted);
    const files = [...new Map([...inFolders, ...this.#stale.values()].map((uri) => [uri.toString(), uri])).values()];
    this.#stale.clear();
    if (files.length === 0) return;
    const taken = this.#known
      .get(() => this.#search())
      .then(async (known) => {
        const abis = [...known.values()].filter(({ uri }) => uri.path.endsWith(".abi")).map(({ uri }) => uri);
        const bins = files.some(({ path }) => path.endsWith(".bin"));
        const changed = files.filter(({ path }) => !path.endsWith(".bin"));
        await this.#readInto(known, bins ? [...changed, ...abis] : changed);
        return known;
      });
    const tell = (): void => this.#changed.fire();
    // its readers get the error
    void this.#known.put(taken).then(tell, tell);
  }

  dispose(): void {
    this.#gathering.dispose();
    this.#watchers?.dispose();
    this.#changed.dispose();
  }
}
