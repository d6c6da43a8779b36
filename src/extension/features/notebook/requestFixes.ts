import * as vscode from "vscode";
import { halfWidthCell } from "../../../chain/notebook/halfWidthCell";

/** *Convert to Half-Width* for a cell that is refused for its full-width quotes and signs. */
export function requestFixes(document: vscode.TextDocument): vscode.CodeAction[] {
  const text = document.getText();
  const now = halfWidthCell(text.replaceAll("\r\n", "\n"));
  if (now === undefined) return [];
  const action = new vscode.CodeAction(vscode.l10n.t("Convert to Half-Width"), vscode.CodeActionKind.QuickFix);
  action.isPreferred = true;
  action.edit = new vscode.WorkspaceEdit();
  const last = document.lineAt(document.lineCount - 1);
  action.edit.replace(document.uri, new vscode.Range(0, 0, last.lineNumber, last.text.length), now);
  return [action];
}
