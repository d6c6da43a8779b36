import * as vscode from "vscode";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { cellData, notebookType } from "./cells";
import { chainOf, connectedGroup, type NotebookChain } from "./notebookChain";

/** Opens a new notebook with these cells, of the active group where none is named. */
export async function openNotebook(cells: vscode.NotebookCellData[], chain: NotebookChain = {}): Promise<void> {
  const data = new vscode.NotebookData(cells);
  data.metadata = { ...chain };
  const notebook = await vscode.workspace.openNotebookDocument(notebookType, data);
  await vscode.window.showNotebookDocument(notebook);
}

/** The notebook of this chain that is in sight, else another open one of it. */
function openOne(app: Chainside, group: ChainGroup): vscode.NotebookDocument | undefined {
  const { activeNotebookEditor, visibleNotebookEditors } = vscode.window;
  return [activeNotebookEditor, ...visibleNotebookEditors]
    .map((editor) => editor?.notebook)
    .concat(vscode.workspace.notebookDocuments)
    .find((notebook) => notebook?.notebookType === notebookType && connectedGroup(app, notebook) === group);
}

/** Adds a request to a notebook that works on its chain, or begins one with it. */
export async function addRequest(app: Chainside, group: ChainGroup, text: string): Promise<void> {
  const cell = cellData("requests", text);
  const notebook = openOne(app, group);
  if (!notebook) {
    await openNotebook([cell], group === app.connections.activeGroup ? {} : chainOf(group));
    return;
  }
  const edit = new vscode.WorkspaceEdit();
  edit.set(notebook.uri, [vscode.NotebookEdit.insertCells(notebook.cellCount, [cell])]);
  await vscode.workspace.applyEdit(edit);
  const last = new vscode.NotebookRange(notebook.cellCount - 1, notebook.cellCount);
  const editor = await vscode.window.showNotebookDocument(notebook, { selections: [last] });
  editor.revealRange(last);
}
