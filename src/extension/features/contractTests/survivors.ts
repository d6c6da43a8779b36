import * as vscode from "vscode";
import type { EditorMutant, EditorMutationSummary } from "../../../contractTests/service/messages";
import { labelled } from "../../../text/joining";
import { shortened } from "../../../text/shortText";
import { visibleLine } from "../../../text/visibleText";
import { terminalText } from "../../kit/text/shownText";

/** So much of a change is shown. */
const maxShown = 80;
/** Progress is written after so many mutants. */
const every = 25;

const oneLine = (text: string): string => shortened(visibleLine(text.replace(/\s+/g, " ").trim()), maxShown);

/** `sold += count; → (removed)` */
function changeText({ original, replacement }: EditorMutant): string {
  const isRemoved = replacement === "" || replacement === "{}";
  return `${oneLine(original)} → ${isRemoved ? vscode.l10n.t("(removed)") : oneLine(replacement)}`;
}

/** Changes of sources that no test noticed, at their lines until a source changes or mutants are tried again. */
export class Survivors implements vscode.Disposable {
  readonly #shown = vscode.languages.createDiagnosticCollection("chainside.mutants");
  readonly #edited = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    if (contentChanges.length > 0) this.#shown.delete(document.uri);
  });

  add(mutant: EditorMutant, run: vscode.TestRun): void {
    const uri = vscode.Uri.file(mutant.path);
    const start = new vscode.Position(mutant.line - 1, mutant.column - 1);
    const [first = ""] = mutant.original.split(/\r?\n/, 1);
    const range = new vscode.Range(start, new vscode.Position(start.line, start.character + first.length));
    const message =
      mutant.verdict === "survived"
        ? vscode.l10n.t("No test notices this change: {0}", changeText(mutant))
        : vscode.l10n.t("The tests took too long with this change: {0}", changeText(mutant));
    const diagnostic = new vscode.Diagnostic(range, message, vscode.DiagnosticSeverity.Information);
    diagnostic.source = "Chainside";
    diagnostic.code = mutant.operator;
    this.#shown.set(uri, [...(this.#shown.get(uri) ?? []), diagnostic]);
    const place = `${vscode.workspace.asRelativePath(uri)}:${mutant.line}:${mutant.column}`;
    run.appendOutput(terminalText([`${place} ${mutant.operator} ${message}`]), new vscode.Location(uri, range));
  }

  progress({ done, of }: { readonly done: number; readonly of: number }, run: vscode.TestRun): void {
    if (done % every === 0 || done === of)
      run.appendOutput(terminalText([vscode.l10n.t("Mutants: {0} of {1}", done, of)]));
  }

  end({ killed, survived, timedOut, uncovered, score }: EditorMutationSummary, run: vscode.TestRun): void {
    const lines = [
      labelled(vscode.l10n.t("Mutation score"), score === null ? "–" : `${score} %`),
      vscode.l10n.t(
        "killed {0}, survived {1}, timed out {2}, not reached by tests {3}",
        killed,
        survived,
        timedOut,
        uncovered,
      ),
    ];
    run.appendOutput(terminalText(lines));
  }

  clear(): void {
    this.#shown.clear();
  }

  dispose(): void {
    this.#edited.dispose();
    this.#shown.dispose();
  }
}
