import * as vscode from "vscode";

/** The document of a file that is open in the editor; undefined where none is. */
export function openDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  const key = uri.toString();
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === key);
}

/** Shows a folder: in the explorer, or by the system when it lies outside the workspace. */
export async function revealFolder(uri: vscode.Uri): Promise<void> {
  const inside = vscode.workspace.getWorkspaceFolder(uri) !== undefined;
  await vscode.commands.executeCommand(inside ? "revealInExplorer" : "revealFileInOS", uri);
}
