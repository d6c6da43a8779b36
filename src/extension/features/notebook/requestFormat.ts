import * as vscode from "vscode";
import { formatCell } from "../../../chain/notebook/formatCell";
import { cellText } from "../../flows/notebook/cells";
import { wholeRange } from "./cellPositions";

/** *Format Cell* and *Format Notebook*: blanks and empty lines as every cell has them. A cell that can't be read stays as it is. */
export function requestFormat(document: vscode.TextDocument): vscode.TextEdit[] {
  const text = cellText(document);
  const formatted = formatCell(text);
  if (formatted === undefined || formatted === text) return [];
  return [vscode.TextEdit.replace(wholeRange(document), formatted)];
}
