import { basename } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import * as vscode from "vscode";
import type { ContractArtifact } from "../../chain/artifact/readArtifact";
import { readArtifactFile } from "../../chain/artifact/readArtifactFile";
import { clientError } from "../../chain/errors/clientError";

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

const isWanted = ({ path }: vscode.Uri): boolean =>
  !path.endsWith(".dbg.json") && !/\/(node_modules|\.git|build-info|cache)\//.test(path);

async function readText(uri: vscode.Uri): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  } catch {
    return undefined; // not there
  }
}

const readFile = (uri: vscode.Uri): Promise<ContractArtifact | undefined> =>
  readArtifactFile(basename(uri.path), (path) => readText(vscode.Uri.joinPath(uri, "..", path)));

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
    const note = (uri: vscode.Uri): void => {
      if (!isWanted(uri)) return;
      this.#stale.set(uri.toString(), uri);
      clearTimeout(this.#gathering);
      this.#gathering = setTimeout(() => this.#takeIn(), gatherMs);
    };
    this.#watchers = vscode.Disposable.from(
      ...[jsonPattern, abiPattern, binPattern].flatMap((pattern) => {
        const watcher = vscode.workspace.createFileSystemWatcher(pattern);
        return [watcher, watcher.onDidCreate(note), watcher.onDidChange(note), watcher.onDidDelete(note)];
      }),
    );
  }

  /** Reads again what changed, after what is being read already. */
  #takeIn(): void {
    const files = [...this.#stale.values()];
    this.#stale.clear();
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
