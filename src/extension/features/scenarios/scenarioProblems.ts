import * as vscode from "vscode";
import { problemsOf, type ScenarioProblem } from "../../../scenarios/editor/problems";
import { say } from "../../../text/catalogue";
import { visibleText } from "../../../text/visibleText";
import type { Chainside } from "../../state/chainside";
import { isScenario, readShown } from "./scenarioFiles";
import type { ScenarioGround } from "./scenarioGround";

/** Typing pauses for so long before it is looked at. */
const pauseMs = 400;

/** What is wrong with scenarios, told while somebody types. */
export class ScenarioProblems implements vscode.Disposable {
  readonly #shown = vscode.languages.createDiagnosticCollection("scenario");
  readonly #waiting = new Map<string, NodeJS.Timeout>();
  readonly #subscriptions: vscode.Disposable;

  constructor(
    private readonly app: Chainside,
    private readonly ground: ScenarioGround,
  ) {
    const all = (): void => {
      for (const document of vscode.workspace.textDocuments) this.look(document, pauseMs);
    };
    this.#subscriptions = vscode.Disposable.from(
      this.#shown,
      ground.onDidChange(all),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0) this.look(document, pauseMs);
      }),
      // Others may include what was saved.
      vscode.workspace.onDidSaveTextDocument(({ uri }) => {
        if (isScenario(uri)) all();
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        clearTimeout(this.#waiting.get(uri.toString()));
        this.#shown.delete(uri);
      }),
    );
  }

  /** Looks at a document after some time in which nothing else is asked of it. */
  look(document: vscode.TextDocument, ms = 0): void {
    if (!isScenario(document.uri)) return;
    const key = document.uri.toString();
    clearTimeout(this.#waiting.get(key));
    this.#waiting.set(
      key,
      setTimeout(() => void this.#check(document).catch(this.app.errors.log), ms),
    );
  }

  async #check(document: vscode.TextDocument): Promise<void> {
    const text = document.getText();
    const problems = await problemsOf(text, document.uri.fsPath, readShown, this.ground.abiOf);
    const found = await Promise.all(problems.map((problem) => this.#diagnostic(problem)));
    // What was typed meanwhile is looked at anew.
    if (!document.isClosed && document.getText() === text) this.#shown.set(document.uri, found);
  }

  async #diagnostic({ line, column, endColumn, message, error, includedLine }: ScenarioProblem) {
    const range = new vscode.Range(line - 1, column - 1, line - 1, endColumn - 1);
    const words = error ? (await this.app.errors.words(error)).message : say(message);
    const whole =
      includedLine === undefined ? words : vscode.l10n.t("In this file, line {0}: {1}", includedLine, words);
    const diagnostic = new vscode.Diagnostic(range, visibleText(whole), vscode.DiagnosticSeverity.Error);
    diagnostic.source = "scenario";
    return diagnostic;
  }

  dispose(): void {
    for (const timer of this.#waiting.values()) clearTimeout(timer);
    this.#subscriptions.dispose();
  }
}
