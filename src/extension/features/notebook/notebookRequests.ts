import * as vscode from "vscode";
import { formatCell } from "../../../chain/notebook/formatCell";
import { halfWidthCell } from "../../../chain/notebook/halfWidthCell";
import { cellText } from "../../flows/notebook/cells";
import { wholeRange } from "./cellPositions";

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
