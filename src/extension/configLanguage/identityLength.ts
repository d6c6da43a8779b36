import * as vscode from "vscode";

/**
 * Sets how many digits an entry of the access lists has, for this workspace. Takes 128 or 512 (the quick fix of the
 * language server names it) or asks.
 */
export async function setIdentityLength(length?: unknown): Promise<void> {
  const wanted =
    length === 128 || length === 512
      ? String(length)
      : await vscode.window.showQuickPick(["auto", "128", "512"], {
          title: vscode.l10n.t("Length of the node IDs in the access lists"),
        });
  if (!wanted) return;
  const target = vscode.workspace.workspaceFolders
    ? vscode.ConfigurationTarget.Workspace
    : vscode.ConfigurationTarget.Global;
  await vscode.workspace.getConfiguration("chainside").update("accessList.identityLength", wanted, target);
}
