import * as vscode from "vscode";
import type { GasByLine, LineGas } from "../../../debugger/inspect/messages";
import { numberText } from "../../../text/formats";
import { visibleLine } from "../../../text/visibleText";
import { isSolidity } from "../../state/solidity/solidity";

const gasContext = "chainside.showsGas";

/** What stands behind a line. */
function gasText({ gas, withCalls, times }: LineGas): string {
  const own =
    withCalls > gas
      ? vscode.l10n.t("{0} gas, {1} with calls", numberText(gas), numberText(withCalls))
      : vscode.l10n.t("{0} gas", numberText(gas));
  return times > 1 ? `${own} · ${vscode.l10n.t("run {0} times", numberText(times))}` : own;
}

/** Shows behind each line what it took in one transaction, until the source changes or a user has seen enough. */
export class GasDecorations implements vscode.Disposable {
  #decoration: vscode.TextEditorDecorationType | undefined;
  #listening: vscode.Disposable | undefined;
  readonly #lines = new Map<string, readonly LineGas[]>();

  /** What it takes is made when it is first wanted. */
  #begin(): vscode.TextEditorDecorationType {
    this.#listening ??= vscode.Disposable.from(
      vscode.window.onDidChangeVisibleTextEditors(() => this.#draw()),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        // the numbers belong to the text that ran
        if (this.#lines.delete(document.uri.fsPath)) this.#draw();
      }),
    );
    this.#decoration ??= vscode.window.createTextEditorDecorationType({
      after: { margin: "0 0 0 3em", color: new vscode.ThemeColor("editorCodeLens.foreground") },
    });
    return this.#decoration;
  }

  show({ lines }: GasByLine): void {
    this.#lines.clear();
    for (const line of lines) {
      if (line.path === undefined) continue;
      this.#lines.set(line.path, [...(this.#lines.get(line.path) ?? []), line]);
    }
    this.#draw();
    void vscode.commands.executeCommand("setContext", gasContext, true);
  }

  hide(): void {
    this.#lines.clear();
    this.#draw();
    void vscode.commands.executeCommand("setContext", gasContext, false);
  }

  #draw(): void {
    const decoration = this.#begin();
    for (const editor of vscode.window.visibleTextEditors) {
      if (!isSolidity(editor.document)) continue;
      const lines = this.#lines.get(editor.document.uri.fsPath) ?? [];
      editor.setDecorations(
        decoration,
        lines
          .filter(({ line }) => line <= editor.document.lineCount)
          .map((each) => {
            const line = each.line - 1;
            const end = editor.document.lineAt(line).text.length;
            return {
              range: new vscode.Range(line, end, line, end),
              renderOptions: { after: { contentText: visibleLine(gasText(each)) } },
            };
          }),
      );
    }
  }

  dispose(): void {
    this.#listening?.dispose();
    this.#decoration?.dispose();
  }
}
