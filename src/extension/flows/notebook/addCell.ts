import * as vscode from "vscode";
import { cellData } from "./cells";
import { notebookType } from "./notebookType";

/** Opens a new notebook with these cells. */
export async function openNotebook(cells: vscode.NotebookCellData[]): Promise<void> {
  const notebook = await vscode.workspace.openNotebookDocument(notebookType, new vscode.NotebookData(cells));
  await vscode.window.showNotebookDocument(notebook);
}

/** The notebook in sight, else another open one. */
function openOne(): vscode.NotebookDocument | undefined {
  const { activeNotebookEditor, visibleNotebookEditors } = vscode.window;
  return [activeNotebookEditor, ...visibleNotebookEditors]
    .map((editor) => editor?.notebook)
    .concat(vscode.workspace.notebookDocuments)
    .find((notebook) => notebook?.notebookType === notebookType);
}

/** Adds a request to the notebook in sight, or begins one with it. */
export async function addRequest(text: string): Promise<void> {
  const cell = cellData("requests", text);
  const notebook = openOne();
  if (!notebook) {
    await openNotebook([cell]);
    return;
  }
  const edit = new vscode.WorkspaceEdit();
  edit.set(notebook.uri, [vscode.NotebookEdit.insertCells(notebook.cellCount, [cell])]);
  await vscode.workspace.applyEdit(edit);
  const last = new vscode.NotebookRange(notebook.cellCount - 1, notebook.cellCount);
  const editor = await vscode.window.showNotebookDocument(notebook, { selections: [last] });
  editor.revealRange(last);
}
