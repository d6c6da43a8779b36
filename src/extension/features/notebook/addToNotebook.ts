import * as vscode from "vscode";
import { type NotebookRequest, requestLine } from "../../../chain/notebook/requestText";
import { notebookRequest } from "../../flows/commandLine/transactionRequest";
import type { Target } from "../../kit/commands/target";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { cellData } from "./notebookSerializer";
import { notebookType } from "./notebookType";
import { namedTargets } from "./requestTargets";

/** Opens a new notebook with these cells. */
export async function openNotebook(cells: vscode.NotebookCellData[]): Promise<void> {
  const notebook = await vscode.workspace.openNotebookDocument(notebookType, new vscode.NotebookData(cells));
  await vscode.window.showNotebookDocument(notebook);
}

/** A notebook to begin with. */
export function newNotebook(): Promise<void> {
  const start = vscode.l10n.t(
    "Requests to the chain, one per line, with their results below. Save what you want to keep.",
  );
  return openNotebook([cellData("text", start), cellData("requests", "rpc getBlockNumber")]);
}

/** The notebook in sight, else another open one. */
function openOne(): vscode.NotebookDocument | undefined {
  const { activeNotebookEditor, visibleNotebookEditors } = vscode.window;
  return [activeNotebookEditor, ...visibleNotebookEditors]
    .map((editor) => editor?.notebook)
    .concat(vscode.workspace.notebookDocuments)
    .find((notebook) => notebook?.notebookType === notebookType);
}

/** With the contract's name where that means the same contract: names last longer than addresses of a development chain. */
function named(app: Chainside, group: ChainGroup, request: NotebookRequest): NotebookRequest {
  if (!("target" in request)) return request;
  const address = request.target.toLowerCase();
  const targets = namedTargets(app, group);
  const found = targets.find((each) => each.address.toLowerCase() === address);
  const same = found && targets.find(({ name }) => name === found.name) === found;
  return same ? { ...request, target: found.name } : request;
}

/** Writes a transaction as a request: the clicked one, or one of those sent from here. @throws Cancelled */
export async function addToNotebook(app: Chainside, group: ChainGroup, target: Target): Promise<void> {
  const request = await notebookRequest(app, group, target, vscode.l10n.t("Add to Notebook"));
  const cell = cellData("requests", requestLine(named(app, group, request)));
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
