import { basename } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import * as vscode from "vscode";
import type { ContractArtifact } from "../../../chain/artifact/readArtifact";
import { readArtifactFile } from "../../../chain/artifact/readArtifactFile";
import { clientError } from "../../../chain/errors/clientError";
import { mostBytes, readIfSmall } from "../../kit/files/readFile";

/** A compiled contract of the workspace as lists show it. Its code stays in its file until somebody wants it. */
export interface WorkspaceArtifact {
  readonly name: string;
  /** False for interfaces and abstract contracts. */
  readonly deployable: boolean;
  readonly uri: vscode.Uri;
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
const excluded = "**/{node_modules,.git,build-info,cache}/**";
const mostFiles = 20_000;
/** Files that are read at once; between two lots the editor has its turn. */
const atOnce = 16;
/** A compiler writes many files: they are taken in together. */
const gatherMs = 150;

/** A folder that comes or goes is told of by its own name alone, whatever is in it. */
const anythingPattern = "**";

const isWanted = ({ path }: vscode.Uri): boolean =>
  !path.endsWith(".dbg.json") && !/\/(node_modules|\.git|build-info|cache)\//.test(path);

const readFile = (uri: vscode.Uri): Promise<ContractArtifact | undefined> =>
  readArtifactFile(basename(uri.path), (path) => readIfSmall(vscode.Uri.joinPath(uri, "..", path), mostBytes.artifact));

const fileOfOurs = /\.(json|abi|bin)$/;

/** More things that came at once are not looked at one by one: there will be a folder among them. */
const mostLooks = 200;

async function isFolder(uri: vscode.Uri): Promise<boolean> {
  const stat = await vscode.workspace.fs.stat(uri).then(undefined, () => undefined);
  return stat !== undefined && (stat.type & vscode.FileType.Directory) !== 0;
}

/** What compilers put below folders that came; one search for all of them. */
async function filesBelow(came: readonly vscode.Uri[]): Promise<vscode.Uri[]> {
  if (came.length === 0) return [];
  const looked = await Promise.all(came.slice(0, mostLooks).map(isFolder));
  const folders = came.length > mostLooks ? came : came.filter((_, index) => looked[index]);
  if (folders.length === 0) return [];
  const below = new Set(folders.map((uri) => uri.path));
  const isBelow = ({ path }: vscode.Uri): boolean => {
    for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1))
      if (below.has(path.slice(0, at))) return true;
    return false;
  };
  const found = await Promise.all(
    [jsonPattern, abiPattern, binPattern].map((pattern) => vscode.workspace.findFiles(pattern, excluded, mostFiles)),
  );
  return found.flat().filter(isBelow);
}

async function summary(uri: vscode.Uri): Promise<WorkspaceArtifact | undefined> {
  const artifact = await readFile(uri);
  if (!artifact) return undefined;
  const { name, bytecode, smBytecode } = artifact;
  return { name, deployable: bytecode !== undefined || smBytecode !== undefined, uri };
}

/** Reads the compiled contracts of the workspace when somebody asks, and again only the files that changed. */
export class Artifacts implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  #watchers: vscode.Disposable | undefined;
  #known: Promise<Map<string, WorkspaceArtifact>> | undefined;
  /** Folders that came since the last look. */
  readonly #newFolders = new Map<string, vscode.Uri>();
  /** Files that changed since they were read. */
  readonly #stale = new Map<string, vscode.Uri>();
  #gathering: NodeJS.Timeout | undefined;

  /** All of them, by name. */
  async list(): Promise<readonly WorkspaceArtifact[]> {
    this.#watch();
    this.#known ??= this.#search();
    return [...(await this.#known).values()].sort((a, b) => a.name.localeCompare(b.name));
  }

  /**
   * Reads one file with all it holds.
   * @throws ChainError usage `notAnArtifact`.
   */
  async read(uri: vscode.Uri): Promise<LoadedArtifact> {
    const artifact = await readFile(uri);
    if (!artifact) throw clientError("notAnArtifact", { path: vscode.workspace.asRelativePath(uri) });
    return { artifact, uri };
  }

  async #search(): Promise<Map<string, WorkspaceArtifact>> {
    const [json, abi] = await Promise.all([
      vscode.workspace.findFiles(jsonPattern, excluded, mostFiles),
      vscode.workspace.findFiles(abiPattern, excluded, mostFiles),
    ]);
    const known = new Map<string, WorkspaceArtifact>();
    await this.#readInto(known, [...json, ...abi].filter(isWanted));
    return known;
  }

  async #readInto(known: Map<string, WorkspaceArtifact>, files: readonly vscode.Uri[]): Promise<void> {
    for (let at = 0; at < files.length; at += atOnce) {
      await Promise.all(
        files.slice(at, at + atOnce).map(async (uri) => {
          const found = await summary(uri);
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
      clearTimeout(this.#gathering);
      this.#gathering = setTimeout(() => void this.#takeIn(), gatherMs);
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
      const known = (await this.#known) ?? new Map<string, WorkspaceArtifact>();
      for (const [key, { uri: file }] of known) if (key.startsWith(below)) note(file);
    };
    const folders = vscode.workspace.createFileSystemWatcher(anythingPattern, false, true, false);
    this.#watchers = vscode.Disposable.from(
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
    const inFolders = (await filesBelow(folders)).filter(isWanted);
    const files = [...new Map([...inFolders, ...this.#stale.values()].map((uri) => [uri.toString(), uri])).values()];
    this.#stale.clear();
    if (files.length === 0) return;
    this.#known = (this.#known ?? this.#search()).then(async (known) => {
      const abis = [...known.values()].filter(({ uri }) => uri.path.endsWith(".abi")).map(({ uri }) => uri);
      const bins = files.some(({ path }) => path.endsWith(".bin"));
      const changed = files.filter(({ path }) => !path.endsWith(".bin"));
      await this.#readInto(known, bins ? [...changed, ...abis] : changed);
      return known;
    });
    void this.#known.then(() => this.#changed.fire());
  }

  dispose(): void {
    clearTimeout(this.#gathering);
    this.#watchers?.dispose();
    this.#changed.dispose();
  }
}
