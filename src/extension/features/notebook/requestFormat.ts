import * as vscode from "vscode";
import { formatCell } from "../../../chain/notebook/formatCell";
import { textOf } from "./cellPlaces";

/** *Format Cell* and *Format Notebook*: blanks and empty lines as every cell has them. A cell that can't be read stays as it is. */
export function requestFormat(document: vscode.TextDocument): vscode.TextEdit[] {
  const text = textOf(document);
  const formatted = formatCell(text);
  if (formatted === undefined || formatted === text) return [];
  const last = document.lineAt(document.lineCount - 1);
  return [vscode.TextEdit.replace(new vscode.Range(0, 0, last.lineNumber, last.text.length), formatted)];
}
