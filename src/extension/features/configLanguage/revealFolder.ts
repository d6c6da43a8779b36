import * as vscode from "vscode";
import type { Target } from "../../flows/target/target";

/** Shows the folder that a link of the configuration names: in the explorer, or by the system when it lies outside the workspace. */
export async function revealFolder(target: Target): Promise<void> {
  if (target.kind !== "text") return;
  const uri = vscode.Uri.file(target.text);
  const inside = vscode.workspace.getWorkspaceFolder(uri) !== undefined;
  await vscode.commands.executeCommand(inside ? "revealInExplorer" : "revealFileInOS", uri);
}
