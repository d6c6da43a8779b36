import * as vscode from "vscode";
import type { ContractArtifact } from "../../../chain/artifact/readArtifact";
import { withNotes } from "../../../chain/artifact/sourceNotes";
import { ChainError } from "../../../errors/chainError";
import { isThere } from "../../../files/look";
import { givenPath } from "../../../files/namedPath";
import type { ContractReply } from "../../../languageServer/protocol/messages";
import { text } from "../../../text/catalogue";
import { listed } from "../../../text/joining";
import { sourceTarget } from "../../../text/sourceNames";
import { foreignFolders } from "../../kit/files/foreignFolders";
import { mayRead } from "../../kit/files/namedUri";
import type { Chainside } from "../../state/chainside";
import { contractPath, contractUri } from "../../state/solidity/solidity";
import { scenarioPattern } from "./scenarioFiles";

const contractReply = ({ abi, notes }: Pick<ContractArtifact, "abi" | "notes">): ContractReply => ({
  abi: withNotes(abi, notes),
});

/** What the language server for scenarios asks of the workspace: contracts, and other scenarios. */
export class ScenarioWorkspace implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  /** What was said of contracts may be another now. */
  readonly onDidChange = this.#changed.event;
  readonly #subscriptions: vscode.Disposable;

  constructor(private readonly app: Chainside) {
    const changed = (): void => this.#changed.fire();
    this.#subscriptions = vscode.Disposable.from(
      this.#changed,
      app.artifacts.onDidChange(changed),
      vscode.workspace.onDidSaveTextDocument(({ uri }) => {
        if (uri.path.endsWith(".sol")) changed();
      }),
    );
  }

  /** Contracts that can be deployed: absolute paths, with the name behind a colon where it is a source. */
  async contracts(): Promise<readonly string[]> {
    const all = (await this.app.artifacts.list()).filter(({ deployable }) => deployable);
    return all.map(({ uri }) => contractPath(uri));
  }

  async scenarios(): Promise<readonly string[]> {
    return (await vscode.workspace.findFiles(scenarioPattern, foreignFolders.glob)).map(({ fsPath }) => fsPath);
  }

  /** @param path absolute, as a scenario names it */
  async contractAt(path: string): Promise<ContractReply> {
    const source = sourceTarget(path);
    const file = source?.file ?? path;
    if (!(await mayRead(givenPath(file)))) return null;
    if (!isThere(givenPath(file))) return { text: text('No file "{0}" found.', vscode.workspace.asRelativePath(file)) };
    try {
      if (source) return await this.#ofSource(file, source.name);
      return contractReply((await this.app.artifacts.read(vscode.Uri.file(path))).artifact);
    } catch (error) {
      // What cannot be compiled or read now says so when it is run.
      if (!(error instanceof ChainError)) this.app.errors.log(error);
      return null;
    }
  }

  /** Nothing is fetched for it: without a compiler here, only the form of a scenario is checked. */
  async #ofSource(file: string, name: string | undefined): Promise<ContractReply> {
    const uri = vscode.Uri.file(file);
    const [checked] = await this.app.solidity.check([uri], { code: true, mayFetch: false });
    const contracts = checked?.isRight ? checked.contracts : [];
    const [only, ...others] = contracts.filter((each) => (name === undefined ? each.code !== "" : each.name === name));
    if (only && others.length === 0) return contractReply(only);
    if (contracts.length > 0 && name !== undefined) {
      const names = listed(contracts.map((each) => each.name));
      return {
        text: text('{0} has no contract "{1}". It has: {2}', vscode.workspace.asRelativePath(uri), name, names),
      };
    }
    const last = name === undefined ? undefined : this.app.solidity.lastKnown(contractUri(uri, name));
    return last ? contractReply(last) : null;
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }
}
