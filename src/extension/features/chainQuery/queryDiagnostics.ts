import * as vscode from "vscode";
import { clientError } from "../../../errors/clientError";
import { isOurCode } from "../../../errors/errorMessage";
import { errorText } from "../../../errors/errorText";
import { visibleText } from "../../../text/visibleText";
import { Debounce } from "../../../time/debounce";
import { queryLanguage } from "../../flows/history/openQuery";
import { queryWords } from "../../flows/queries/queryWords";
import { Cancelled } from "../../kit/errors/cancelled";
import type { Chainside } from "../../state/chainside";

/** A document is read when typing rests for so long. */
const restMs = 400;

const keyOf = (document: vscode.TextDocument): string => document.uri.toString();

/** What the engine finds wrong with a query, without running it. */
export class QueryDiagnostics implements vscode.Disposable {
  readonly #findings = vscode.languages.createDiagnosticCollection("chainside.query");
  readonly #resting: Debounce;
  readonly #listening: vscode.Disposable;

  constructor(private readonly app: Chainside) {
    this.#resting = new Debounce(app.clock);
    const isAsked = (): boolean => {
      const { activeGroup } = app.connections;
      return activeGroup !== undefined && app.indexes.has(activeGroup);
    };
    let wasAsked = isAsked();
    const all = (): void => {
      wasAsked = isAsked();
      for (const document of vscode.workspace.textDocuments) this.#look(document);
    };
    this.#listening = vscode.Disposable.from(
      vscode.workspace.onDidOpenTextDocument((document) => this.#look(document)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.#look(document)),
      vscode.workspace.onDidCloseTextDocument((document) => {
        this.#resting.takeBack(keyOf(document));
        this.#findings.delete(document.uri);
      }),
      app.connections.onDidChangeActiveGroup(all),
      // an index is made, or forgotten
      app.indexes.onDidChange(() => {
        if (isAsked() !== wasAsked) all();
      }),
    );
    all();
  }

  #look(document: vscode.TextDocument): void {
    if (document.languageId !== queryLanguage) return;
    this.#resting.after(restMs, () => void this.#check(document).catch(this.app.errors.log), keyOf(document));
  }

  async #check(document: vscode.TextDocument): Promise<void> {
    const group = this.app.connections.activeGroup;
    const sql = document.getText();
    if (!group || !this.app.indexes.has(group) || queryWords(sql).length === 0) {
      this.#findings.delete(document.uri);
      return;
    }
    const { version } = document;
    const checked = await this.app.indexes.ask(group, "check", { sql }).catch((error: unknown) => {
      if (!(error instanceof Cancelled)) this.app.errors.log(error);
      return undefined;
    });
    // of another text, or of another group's index: what is newer is looked at by itself
    if (document.isClosed || document.version !== version || this.app.connections.activeGroup !== group) return;
    const { problem } = checked ?? {};
    if (!problem) {
      this.#findings.delete(document.uri);
      return;
    }
    const { code, message, at } = problem;
    const words =
      code === "historyQueryWrong" || !isOurCode(code) ? message : (await errorText(clientError(code, {}))).message;
    const range = rangeAt(document, sql, at);
    const finding = new vscode.Diagnostic(range, visibleText(words), vscode.DiagnosticSeverity.Error);
    finding.source = "SQLite";
    this.#findings.set(document.uri, [finding]);
  }

  dispose(): void {
    this.#listening.dispose();
    this.#resting.dispose();
    this.#findings.dispose();
  }
}

/** The word where the engine stopped; the whole query where it doesn't say. */
function rangeAt(document: vscode.TextDocument, sql: string, at: number | undefined): vscode.Range {
  const words = queryWords(sql);
  const word = at === undefined ? undefined : (words.find(({ to }) => to > at) ?? words.at(-1));
  const [from, to] = word ? [word.from, word.to] : [words[0]?.from ?? 0, words.at(-1)?.to ?? sql.length];
  return new vscode.Range(document.positionAt(from), document.positionAt(to));
}
