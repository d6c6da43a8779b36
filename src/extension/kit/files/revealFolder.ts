import * as vscode from "vscode";

/** Shows a folder: in the explorer, or by the system when it lies outside the workspace. */
export async function revealFolder(uri: vscode.Uri): Promise<void> {
  const inside = vscode.workspace.getWorkspaceFolder(uri) !== undefined;
  await vscode.commands.executeCommand(inside ? "revealInExplorer" : "revealFileInOS", uri);
}
