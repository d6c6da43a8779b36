import * as vscode from "vscode";
import { formatCell, halfWidthCell } from "../../../chain/notebook/formatCell";
import { clientError } from "../../../errors/clientError";
import { visibleText } from "../../../text/visibleText";
import { Debounce } from "../../../time/debounce";
import { cellText, notebookType } from "../../flows/notebook/cells";
import { connectedGroup } from "../../flows/notebook/notebookChain";
import type { Chainside } from "../../state/chainside";
import { placesIn, positionIn, wholeRange } from "./cellPositions";
import { type RequestProblem, requestProblems } from "./requestProblems";

/** A notebook is read when typing rests for so long. */
const restMs = 300;
/** A larger cell is read when it is run. */
const maxCharacters = 200_000;

const cellsOf = (notebook: vscode.NotebookDocument): vscode.TextDocument[] =>
  notebook
    .getCells()
    .filter(({ kind }) => kind === vscode.NotebookCellKind.Code)
    .map(({ document }) => document)
    .filter((document) => document.getText().length <= maxCharacters);

type Placed = Pick<RequestProblem, "error" | "passing"> & { readonly range: vscode.Range };

/** The words that a problem is about; its whole line where it couldn't be taken apart. */
function rangeOf(text: string, { line, start, end }: RequestProblem): vscode.Range {
  if (start !== undefined && end !== undefined) return new vscode.Range(positionIn(text, start), positionIn(text, end));
  return new vscode.Range(line, 0, line, text.split("\n")[line]?.length ?? 0);
}

/** Where a variable is named that no line of the notebook keeps. */
function unkeptVariables(
  cells: readonly vscode.TextDocument[],
): (Placed & { readonly document: vscode.TextDocument })[] {
  const places = placesIn(cells);
  const kept = new Set(places.filter(({ keeps }) => keeps).map(({ name }) => name));
  return places
    .filter(({ name }) => !kept.has(name))
    .map(({ name, range, document }) => ({
      ...{ range, document, passing: true },
      error: clientError("requestVariable", { name }),
    }));
}

/** What is wrong with the requests of open notebooks, while they are written. */
export class CellDiagnostics implements vscode.Disposable {
  readonly #found = vscode.languages.createDiagnosticCollection("chainside.notebook");
  readonly #resting: Debounce;
  readonly #listening: vscode.Disposable;
  /** Documents that have findings, by notebook: cells that are gone have none. */
  readonly #shown = new Map<string, readonly vscode.Uri[]>();

  constructor(private readonly app: Chainside) {
    this.#resting = new Debounce(app.clock);
    const all = (): void => {
      for (const notebook of vscode.workspace.notebookDocuments) this.#look(notebook);
    };
    this.#listening = vscode.Disposable.from(
      vscode.workspace.onDidOpenNotebookDocument((notebook) => this.#look(notebook)),
      vscode.workspace.onDidChangeNotebookDocument(({ notebook }) => this.#look(notebook)),
      vscode.workspace.onDidCloseNotebookDocument((notebook) => this.#forget(notebook)),
      app.connections.onDidChangeActiveGroup(all),
      app.knownContracts.onDidChange(all),
      app.artifacts.onDidChange(all),
    );
    all();
  }

  #look(notebook: vscode.NotebookDocument): void {
    if (notebook.notebookType !== notebookType) return;
    const key = notebook.uri.toString();
    this.#resting.after(restMs, () => void this.#check(notebook).catch(this.app.errors.log), key);
  }

  #forget({ uri }: vscode.NotebookDocument): void {
    const key = uri.toString();
    this.#resting.takeBack(key);
    for (const each of this.#shown.get(key) ?? []) this.#found.delete(each);
    this.#shown.delete(key);
  }

  async #check(notebook: vscode.NotebookDocument): Promise<void> {
    const { version } = notebook;
    const group = connectedGroup(this.app, notebook);
    const cells = cellsOf(notebook);
    const unkept = unkeptVariables(cells);
    const findings: [vscode.TextDocument, vscode.Diagnostic[]][] = [];
    for (const document of cells) {
      const text = cellText(document);
      const problems = (await requestProblems({ app: this.app, group }, text)).map((problem) => ({
        ...problem,
        range: rangeOf(text, problem),
      }));
      const named = unkept.filter((each) => each.document === document);
      findings.push([document, await Promise.all([...problems, ...named].map((each) => this.#finding(each)))]);
    }
    // what is typed meanwhile is looked at by the next turn
    if (notebook.isClosed || notebook.version !== version) return;
    this.#forget(notebook);
    for (const [{ uri }, found] of findings) this.#found.set(uri, found);
    this.#shown.set(
      notebook.uri.toString(),
      findings.map(([{ uri }]) => uri),
    );
  }

  async #finding({ range, error, passing }: Placed): Promise<vscode.Diagnostic> {
    const { message, advice } = await this.app.errors.words(error);
    const words = [message, ...(advice ? [advice] : [])].join("\n");
    const { Error: wrong, Warning } = vscode.DiagnosticSeverity;
    const finding = new vscode.Diagnostic(range, visibleText(words), passing ? Warning : wrong);
    finding.source = "FISCO BCOS";
    finding.code = String(error.code);
    return finding;
  }

  dispose(): void {
    this.#listening.dispose();
    this.#resting.dispose();
    this.#found.dispose();
  }
}

/** *Convert to Half-Width* for a cell that is refused for its full-width quotes and signs. */
export function requestFixes(document: vscode.TextDocument): vscode.CodeAction[] {
  const now = halfWidthCell(cellText(document));
  if (now === undefined) return [];
  const action = new vscode.CodeAction(vscode.l10n.t("Convert to Half-Width"), vscode.CodeActionKind.QuickFix);
  action.isPreferred = true;
  action.edit = new vscode.WorkspaceEdit();
  action.edit.replace(document.uri, wholeRange(document), now);
  return [action];
}

/** *Format Cell* and *Format Notebook*: blanks and empty lines as every cell has them. A cell that can't be read stays as it is. */
export function requestFormat(document: vscode.TextDocument): vscode.TextEdit[] {
  const text = cellText(document);
  const formatted = formatCell(text);
  if (formatted === undefined || formatted === text) return [];
  return [vscode.TextEdit.replace(wholeRange(document), formatted)];
}
