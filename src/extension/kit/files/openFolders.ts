import * as vscode from "vscode";

/** The open folder that the person works in: that of the file in front, else the first. */
export function currentFolder(): vscode.WorkspaceFolder | undefined {
  const uri = vscode.window.activeTextEditor?.document.uri;
  return (uri && vscode.workspace.getWorkspaceFolder(uri)) ?? vscode.workspace.workspaceFolders?.[0];
}

/** Path of the folder from which the workspace's settings name files, and in which terminals start. */
export const firstFolder = (): string | undefined => vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;

/** For a dialog that saves: a file of this name in the folder that the person works in. */
export function proposedFile(name: string): { readonly defaultUri?: vscode.Uri } {
  const folder = currentFolder();
  return folder ? { defaultUri: vscode.Uri.joinPath(folder.uri, name) } : {};
}
