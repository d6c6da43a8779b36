import { existsSync } from "node:fs";
import * as vscode from "vscode";
import { artifactInterface } from "../../../chain/artifact/artifactInterface";
import { ChainError } from "../../../chain/errors/chainError";
import { cryptoSuite } from "../../../crypto/suites";
import type { EditorGround } from "../../../scenarios/editor/offers";
import type { AbiOf } from "../../../scenarios/language/contracts";
import { text } from "../../../text/catalogue";
import type { Chainside } from "../../state/chainside";
import { contractUri, isContractUri } from "../../state/solidity/solidity";
import { foreignFolders, readShown, scenarioPattern } from "./scenarioFiles";

/** `…/Shop.sol:Shop` taken apart; undefined for what is no source. */
export function sourceOf(path: string): { readonly file: string; readonly name: string | undefined } | undefined {
  if (path.endsWith(".sol")) return { file: path, name: undefined };
  const at = path.lastIndexOf(".sol:");
  return at < 0 ? undefined : { file: path.slice(0, at + 4), name: path.slice(at + 5) };
}

type Found = ReturnType<AbiOf>;

/** ABIs of contracts that scenarios name, kept until a source or an artifact changes. */
export class ScenarioGround implements EditorGround, vscode.Disposable {
  readonly read = readShown;
  readonly #known = new Map<string, Found>();
  readonly #changed = new vscode.EventEmitter<void>();
  /** What was said of contracts may be another now. */
  readonly onDidChange = this.#changed.event;
  readonly #subscriptions: vscode.Disposable;

  constructor(private readonly app: Chainside) {
    const forget = (): void => {
      this.#known.clear();
      this.#changed.fire();
    };
    this.#subscriptions = vscode.Disposable.from(
      this.#changed,
      app.artifacts.onDidChange(forget),
      vscode.workspace.onDidSaveTextDocument(({ uri }) => {
        if (uri.path.endsWith(".sol")) forget();
      }),
    );
  }

  readonly abiOf: AbiOf = (path) => {
    const known = this.#known.get(path) ?? this.#find(path);
    this.#known.set(path, known);
    return known;
  };

  async contracts(): Promise<readonly string[]> {
    const all = (await this.app.artifacts.list()).filter(({ deployable }) => deployable);
    return all.map(({ uri }) => (isContractUri(uri) ? `${uri.fsPath}:${uri.fragment}` : uri.fsPath));
  }

  async scenarios(): Promise<readonly string[]> {
    return (await vscode.workspace.findFiles(scenarioPattern, foreignFolders)).map(({ fsPath }) => fsPath);
  }

  async #find(path: string): Found {
    const source = sourceOf(path);
    const file = source?.file ?? path;
    if (!existsSync(file)) return text('No file "{0}" found.', vscode.workspace.asRelativePath(file));
    try {
      return source ? await this.#ofSource(file, source.name) : await this.#ofArtifact(path);
    } catch (error) {
      // What cannot be compiled or read now says so when it is run.
      if (!(error instanceof ChainError)) this.app.errors.log(error);
      return undefined;
    }
  }

  async #ofArtifact(path: string): Found {
    const { artifact } = await this.app.artifacts.read(vscode.Uri.file(path));
    return artifactInterface(artifact, cryptoSuite("standard"));
  }

  /** Nothing is fetched for it: without a compiler here, only the form of a scenario is checked. */
  async #ofSource(file: string, name: string | undefined): Found {
    const uri = vscode.Uri.file(file);
    const [checked] = await this.app.solidity.check([uri], { code: true, mayFetch: false });
    const contracts = checked?.isRight ? checked.contracts : [];
    const [only, ...others] = contracts.filter((each) => (name === undefined ? each.code !== "" : each.name === name));
    if (only && others.length === 0) return artifactInterface(only, cryptoSuite("standard"));
    if (contracts.length > 0 && name !== undefined) {
      const names = contracts.map((each) => each.name).join(", ");
      return text('{0} has no contract "{1}". It has: {2}', vscode.workspace.asRelativePath(uri), name, names);
    }
    const last = name === undefined ? undefined : this.app.solidity.lastKnown(contractUri(uri, name));
    return last && artifactInterface(last, cryptoSuite("standard"));
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }
}
