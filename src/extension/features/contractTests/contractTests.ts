import * as vscode from "vscode";
import { isTestFile } from "../../../text/sourceNames";
import { Debounce } from "../../../time/debounce";
import { mayRun } from "../../flows/nodes/runNodeScript";
import type { Chainside } from "../../state/chainside";
import { saveSources } from "../../state/solidity/solidity";
import type { GasHistory } from "./gasHistory";
import { type HowToRun, TestRunner } from "./testRunner";
import { TestTree } from "./testTree";

/** Typing pauses for so long before a file's tests are read anew. */
const pauseMs = 400;
/** Several files that are saved together are one change. */
const savedMs = 100;
/** Many files come at once when a branch is switched; the workspace is searched once for all of them. */
const searchMs = 500;

/** What the lens says is to run. */
export interface TestSubject {
  readonly uri: string;
  readonly contract: string;
  readonly test: string | undefined;
}

/** Finds and runs Solidity tests for the Test Explorer. */
export class ContractTests implements vscode.Disposable {
  readonly #tree: TestTree;
  readonly #runner: TestRunner;
  readonly #subscriptions: vscode.Disposable[];
  readonly #reading = new Debounce();
  #watcher: vscode.Disposable | undefined;
  readonly #searching = new Debounce();

  constructor(
    private readonly app: Chainside,
    private readonly controller: vscode.TestController,
    gas: GasHistory,
  ) {
    this.#tree = new TestTree(app, controller);
    this.#runner = new TestRunner(app, controller, this.#tree, gas);
    this.#subscriptions = [
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0) this.#readSoon(document.uri, pauseMs);
      }),
      vscode.workspace.onDidSaveTextDocument(({ uri }) => this.#readSoon(uri, 0)),
    ];
  }

  /** A file of tests was opened: its tests are shown beside its lines. */
  async look(uri: vscode.Uri): Promise<void> {
    if (vscode.workspace.getWorkspaceFolder(uri)) await this.#tree.readFile(uri);
  }

  /** Files at the top; contracts and tests of a file. */
  async resolve(item: vscode.TestItem | undefined): Promise<void> {
    if (!item) return this.refresh();
    const subject = this.#tree.subjectOf(item);
    if (!subject) return;
    item.busy = true;
    try {
      await this.#tree.readFile(subject.uri);
    } catch (error) {
      this.app.errors.log(error);
    } finally {
      item.busy = false;
    }
  }

  async refresh(): Promise<void> {
    this.#watch();
    await this.#tree.findFiles();
    for (const [, item] of [...this.controller.items]) if (item.children.size > 0) await this.resolve(item);
  }

  detailsOf(coverage: vscode.FileCoverage): vscode.FileCoverageDetail[] {
    return this.#runner.detailsOf(coverage);
  }

  /** Runs what is asked for; with every save until it is switched off, where that is asked for. */
  async run(request: vscode.TestRunRequest, token: vscode.CancellationToken, how: HowToRun): Promise<void> {
    if (!(await mayRun())) return;
    if (!request.continuous) {
      await saveSources();
      await this.#runner.run(request, token, how);
      return;
    }
    await this.#runWithSaves(request, token, how);
  }

  /** Debugs a test as it failed last, else runs and debugs it. */
  async debug(item: vscode.TestItem, profile: vscode.TestRunProfile): Promise<void> {
    if (!(await mayRun())) return;
    await saveSources();
    if (await this.#runner.debugFailure(item)) return;
    const cancelled = new vscode.CancellationTokenSource();
    const how = { suite: "standard", coverage: false, debug: true } as const;
    await this.#runner.run(new vscode.TestRunRequest([item], undefined, profile), cancelled.token, how);
  }

  /** Runs what a lens stands above; or runs and debugs it. */
  async runOne({ uri, contract, test }: TestSubject, profile: vscode.TestRunProfile, debug = false): Promise<void> {
    const file = vscode.Uri.parse(uri);
    await this.#tree.readFile(file);
    const item = this.#tree.find({ uri: file, contract, ...(test === undefined ? {} : { test }) });
    const cancelled = new vscode.CancellationTokenSource();
    const request = new vscode.TestRunRequest([item ?? this.#tree.fileItem(file)], undefined, profile);
    await this.run(request, cancelled.token, { suite: "standard", coverage: false, debug });
  }

  async #runWithSaves(request: vscode.TestRunRequest, token: vscode.CancellationToken, how: HowToRun): Promise<void> {
    let current: vscode.CancellationTokenSource | undefined;
    const saving = new Debounce();
    const start = (): void => {
      // What runs was compiled from what is no longer on disk.
      current?.cancel();
      const own = new vscode.CancellationTokenSource();
      current = own;
      this.#runner.run(request, own.token, how).catch((error) => void this.app.errors.show(error));
    };
    const saved = vscode.workspace.onDidSaveTextDocument(({ uri }) => {
      if (!uri.path.endsWith(".sol")) return;
      saving.after(savedMs, start);
    });
    token.onCancellationRequested(() => {
      saved.dispose();
      saving.dispose();
      current?.cancel();
    });
  }

  #readSoon(uri: vscode.Uri, ms: number): void {
    if (!this.#tree.isShown(uri)) return;
    this.#reading.after(ms, () => void this.#tree.readFile(uri).catch(this.app.errors.log), uri.toString());
  }

  #searchSoon(): void {
    this.#searching.after(searchMs, () => void this.#tree.findFiles().catch(this.app.errors.log));
  }

  /** Files that come and go, from when the user looks at the tree. */
  #watch(): void {
    if (this.#watcher) return;
    const watcher = vscode.workspace.createFileSystemWatcher("**/*.sol");
    this.#watcher = vscode.Disposable.from(
      watcher,
      watcher.onDidCreate((uri) => {
        if (isTestFile(uri.path) || this.#tree.anyName) this.#searchSoon();
      }),
      watcher.onDidDelete((uri) => this.#tree.forget(uri)),
      watcher.onDidChange((uri) => this.#readSoon(uri, 0)),
    );
  }

  dispose(): void {
    this.#reading.dispose();
    this.#searching.dispose();
    this.#runner.dispose();
    this.#watcher?.dispose();
    for (const each of this.#subscriptions) each.dispose();
  }
}
