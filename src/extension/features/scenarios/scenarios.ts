import { basename } from "node:path";
import * as vscode from "vscode";
import { clientError } from "../../../errors/clientError";
import type { ChainVariant } from "../../../scenarios/language/scenario";
import { say } from "../../../text/catalogue";
import { YamlError } from "../../../yaml/complaint";
import { mayRun } from "../../flows/nodes/runNodeScript";
import { targetGroup } from "../../flows/target/askGroup";
import { nothing } from "../../flows/target/target";
import { foreignFolders } from "../../kit/files/foreignFolders";
import { openDocument } from "../../kit/files/showFile";
import { showInformation } from "../../kit/messages/notify";
import type { Chainside } from "../../state/chainside";
import { saveSources } from "../../state/solidity/solidity";
import { isScenario, scenarioPattern } from "./scenarioFiles";
import { ScenarioRunner } from "./scenarioRunner";
import { ScenarioTree } from "./scenarioTree";

/** Debugging has no run that shows what is wrong with a scenario: the first of it is told. */
function asMessage(error: unknown): unknown {
  const [first] = error instanceof YamlError ? error.complaints : [];
  if (!first) return error;
  const { file, line } = first.place;
  return clientError("wrongScenario", { file: basename(file), line, words: say(first.message) }, { cause: error });
}

/** Where a scenario is run: on fresh chains, or on the active one. */
export type Where = "fresh" | "active";

/** What the editor and the Test Explorer do with scenarios; loaded when the user looks at one. */
export class Scenarios implements vscode.Disposable {
  readonly #tree: ScenarioTree;
  readonly #runner: ScenarioRunner;
  readonly #subscriptions: vscode.Disposable;
  #watcher: vscode.Disposable | undefined;

  constructor(
    private readonly app: Chainside,
    private readonly controller: vscode.TestController,
  ) {
    this.#tree = new ScenarioTree(controller);
    this.#runner = new ScenarioRunner(app, controller, this.#tree);
    this.#subscriptions = vscode.Disposable.from(
      this.#runner,
      vscode.workspace.onDidSaveTextDocument(({ uri }) => this.#readAgain(uri)),
    );
  }

  /** A scenario was opened. */
  async look(document: vscode.TextDocument): Promise<void> {
    this.app.languages.start("scenario");
    if (vscode.workspace.getWorkspaceFolder(document.uri)) await this.#tree.readFile(document.uri);
  }

  async refresh(): Promise<void> {
    this.#watch();
    await this.#tree.findFiles();
  }

  async run(request: vscode.TestRunRequest, token: vscode.CancellationToken, where: Where): Promise<void> {
    if (!(await mayRun())) return;
    await saveSources();
    const group = where === "active" ? await targetGroup(this.app, nothing) : undefined;
    await this.#runner.run(request, token, group);
  }

  /** Debugs the step whose line is the fragment of the URI, else the one that fails, else the last. */
  async debugFile(uri: vscode.Uri, variant?: ChainVariant): Promise<void> {
    if (!(await mayRun())) return;
    await saveSources();
    const { debugScenario } = await import("./debugStep");
    const line = uri.fragment === "" ? undefined : Number(uri.fragment);
    const file = uri.with({ fragment: "" });
    await this.#saved(file);
    try {
      await debugScenario(this.app, { uri: file, line, variant });
    } catch (error) {
      throw asMessage(error);
    }
  }

  /** Debugs the first scenario that is asked for, and says so where there are several. */
  async debug({ include, exclude = [] }: vscode.TestRunRequest): Promise<void> {
    const all = include ?? [...this.controller.items].map(([, each]) => each);
    const [item, ...others] = all.filter((each) => !exclude.includes(each));
    if (item && others.length > 0) {
      const message = vscode.l10n.t(
        "Scenarios are debugged one at a time. This one is debugged first: {0}",
        item.label,
      );
      void showInformation(message);
    }
    if (item?.uri) await this.debugFile(item.uri, this.#tree.cellOf(item)?.variant);
  }

  async #saved(uri: vscode.Uri): Promise<void> {
    const document = openDocument(uri);
    if (document?.isDirty) await document.save();
  }

  /** Runs the scenario that a lens stands above, or that is in front. */
  async runFile(uri: vscode.Uri, profile: vscode.TestRunProfile, where: Where): Promise<void> {
    await this.#saved(uri);
    const item = await this.#tree.readFile(uri);
    if (!item) return;
    const cancelled = new vscode.CancellationTokenSource();
    await this.run(new vscode.TestRunRequest([item], undefined, profile), cancelled.token, where);
  }

  #readAgain(uri: vscode.Uri): void {
    if (isScenario(uri)) this.#tree.readFile(uri).catch(this.app.errors.log);
  }

  /** Files that come and go, from when the user looks at the tree. */
  #watch(): void {
    if (this.#watcher) return;
    const watcher = vscode.workspace.createFileSystemWatcher(scenarioPattern);
    const written = (uri: vscode.Uri): void => {
      if (!foreignFolders.has(uri)) this.#readAgain(uri);
    };
    this.#watcher = vscode.Disposable.from(
      watcher,
      watcher.onDidCreate(written),
      watcher.onDidChange(written),
      watcher.onDidDelete((uri) => this.#tree.forget(uri)),
    );
  }

  dispose(): void {
    this.#watcher?.dispose();
    this.#subscriptions.dispose();
  }
}
