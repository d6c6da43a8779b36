import * as vscode from "vscode";
import { clientError } from "../../../errors/clientError";
import { askChoice } from "../asking/ask";

const open = (): readonly vscode.WorkspaceFolder[] => vscode.workspace.workspaceFolders ?? [];

/** The only folder that is open, else that of a file, else of what is being edited. */
function namedFolder(of: vscode.Uri | undefined): vscode.WorkspaceFolder | undefined {
  const [only, ...others] = open();
  if (others.length === 0) return only;
  const { activeTextEditor, activeNotebookEditor } = vscode.window;
  const uris = [of, activeTextEditor?.document.uri, activeNotebookEditor?.notebook.uri];
  return uris.map((uri) => uri && vscode.workspace.getWorkspaceFolder(uri)).find((folder) => folder !== undefined);
}

/** The open folder that is meant without a question: that of a file or of what is being edited, else the first. */
export const meantFolder = (of?: vscode.Uri): vscode.WorkspaceFolder | undefined => namedFolder(of) ?? open()[0];

/** Asks which of several open folders. @throws Cancelled */
export const pickFolder = (title: string): Promise<vscode.WorkspaceFolder> =>
  askChoice(
    open().map((folder) => ({ label: `$(folder) ${folder.name}`, description: folder.uri.fsPath, value: folder })),
    { title },
  );

/**
 * The open folder with the sources of contracts: that of a file or of what is being edited, else, of several, the one that the user picks.
 * @param of a file of what they are wanted for
 * @param ask whether a person may be asked which of several folders it is; else it is the first
 * @throws Cancelled; ChainError usage `noSourcesFolder`
 */
export async function requireSourceFolder(of?: vscode.Uri, ask = true): Promise<vscode.WorkspaceFolder> {
  const folder = ask ? namedFolder(of) : meantFolder(of);
  if (folder) return folder;
  if (open().length === 0) throw clientError("noSourcesFolder");
  return pickFolder(vscode.l10n.t("Select the folder with the contracts' sources"));
}

/** Where a file of this name is offered to be saved. */
export function offeredFile(name: string): { readonly defaultUri?: vscode.Uri } {
  const folder = meantFolder();
  return folder ? { defaultUri: vscode.Uri.joinPath(folder.uri, name) } : {};
}

/**
 * From where relative paths in the workspace's settings are read and written. They hold for all open folders, so that this is always the
 * first, whatever is being edited.
 */
export const settingsFolder = (): string | undefined => open()[0]?.uri.fsPath;
