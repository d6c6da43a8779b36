import * as vscode from "vscode";
import type { NotebookText } from "../../../chain/notebook/notebookFile";

/** Ids that the manifest and the code share. */
export const notebookType = "chainside.requests";
export const requestLanguage = "fisco-request";
export const rendererId = "chainside.requestResult";
export const resultMime = "application/vnd.chainside.request-result+json";

type CellKind = NotebookText["cells"][number]["kind"];

/** A cell of a notebook of ours. */
export function cellData(kind: CellKind, text: string): vscode.NotebookCellData {
  return kind === "text"
    ? new vscode.NotebookCellData(vscode.NotebookCellKind.Markup, text, "markdown")
    : new vscode.NotebookCellData(vscode.NotebookCellKind.Code, text, requestLanguage);
}

/** What a cell of a notebook of ours holds. */
export const cellKind = (kind: vscode.NotebookCellKind): CellKind =>
  kind === vscode.NotebookCellKind.Markup ? "text" : "requests";

/** The text of a cell as its readers take it: lines end alike on every system. */
export const cellText = (document: vscode.TextDocument): string => document.getText().replaceAll("\r\n", "\n");

/** The notebook of ours that is in front. */
export function notebookInFront(): vscode.NotebookDocument | undefined {
  const notebook = vscode.window.activeNotebookEditor?.notebook;
  return notebook?.notebookType === notebookType ? notebook : undefined;
}
