import { basename } from "node:path";
import * as vscode from "vscode";
import { type ContractArtifact, readAbiBinPair, readJsonArtifact } from "../../chain/artifact/readArtifact";
import { clientError } from "../../chain/errors/clientError";

/** A compiled contract of the workspace and the file it came from. */
export interface WorkspaceArtifact {
  readonly artifact: ContractArtifact;
  readonly uri: vscode.Uri;
}

/** Where Hardhat, Foundry, Truffle, solc and the official console put what they compile. */
const jsonPattern = "**/{artifacts,out,build}/**/*.json";
const abiPattern = "**/*.abi";
const excluded = "**/{node_modules,.git,build-info,cache}/**";
const mostFiles = 2000;

async function readText(uri: vscode.Uri): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  } catch {
    return undefined; // not there
  }
}

/** `.bin` files that go with an `.abi` file: beside it, or in the console's `bin/ecc` and `bin/sm` folders. */
async function readAbiFile(uri: vscode.Uri): Promise<ContractArtifact | undefined> {
  const text = await readText(uri);
  if (text === undefined) return undefined;
  const name = basename(uri.path).replace(/\.abi$/i, "");
  const beside = (path: string): Promise<string | undefined> => readText(vscode.Uri.joinPath(uri, "..", path));
  const bin =
    (await beside(`${name}.bin`)) ?? (await beside(`../bin/ecc/${name}.bin`)) ?? (await beside(`../bin/${name}.bin`));
  const smBin = (await beside(`sm/${name}.bin`)) ?? (await beside(`../bin/sm/${name}.bin`));
  return readAbiBinPair(text, name, bin, smBin);
}

async function readFile(uri: vscode.Uri): Promise<ContractArtifact | undefined> {
  if (/\.abi$/i.test(uri.path)) return readAbiFile(uri);
  const text = await readText(uri);
  return text === undefined ? undefined : readJsonArtifact(text, basename(uri.path));
}

/** Reads the compiled contracts of the workspace when somebody asks, and again when such a file changed. */
export class Artifacts implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  #watchers: vscode.Disposable | undefined;
  #found: Promise<readonly WorkspaceArtifact[]> | undefined;

  /** All of them, by name. */
  list(): Promise<readonly WorkspaceArtifact[]> {
    this.#watch();
    this.#found ??= this.#search();
    return this.#found;
  }

  /**
   * Reads one file that the user points at.
   * @throws ChainError usage `notAnArtifact`.
   */
  async read(uri: vscode.Uri): Promise<WorkspaceArtifact> {
    const artifact = await readFile(uri);
    if (!artifact) throw clientError("notAnArtifact", { path: vscode.workspace.asRelativePath(uri) });
    return { artifact, uri };
  }

  async #search(): Promise<readonly WorkspaceArtifact[]> {
    const [json, abi] = await Promise.all([
      vscode.workspace.findFiles(jsonPattern, excluded, mostFiles),
      vscode.workspace.findFiles(abiPattern, excluded, mostFiles),
    ]);
    const files = [...json.filter(({ path }) => !path.endsWith(".dbg.json")), ...abi];
    const read = await Promise.all(files.map(async (uri) => ({ uri, artifact: await readFile(uri) })));
    return read
      .flatMap(({ uri, artifact }) => (artifact ? [{ uri, artifact }] : []))
      .sort((a, b) => a.artifact.name.localeCompare(b.artifact.name));
  }

  #watch(): void {
    if (this.#watchers) return;
    const forget = (): void => {
      this.#found = undefined;
      this.#changed.fire();
    };
    this.#watchers = vscode.Disposable.from(
      ...[jsonPattern, abiPattern, "**/*.bin"].flatMap((pattern) => {
        const watcher = vscode.workspace.createFileSystemWatcher(pattern);
        return [watcher, watcher.onDidCreate(forget), watcher.onDidChange(forget), watcher.onDidDelete(forget)];
      }),
    );
  }

  dispose(): void {
    this.#watchers?.dispose();
    this.#changed.dispose();
  }
}
