import * as vscode from "vscode";

/** Shows the folder that a link of the configuration names: in the explorer, or by the system when it lies outside the workspace. */
export async function revealFolder(path: unknown): Promise<void> {
  if (typeof path !== "string") return;
  const uri = vscode.Uri.file(path);
  const inside = vscode.workspace.getWorkspaceFolder(uri) !== undefined;
  await vscode.commands.executeCommand(inside ? "revealInExplorer" : "revealFileInOS", uri);
}
