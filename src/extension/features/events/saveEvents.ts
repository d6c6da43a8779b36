import * as vscode from "vscode";
import { showInformation } from "../../kit/asking/notify";

/** Writes exported events where the user says; nothing when they go back on it. */
export async function saveEvents(name: string, format: "json" | "csv", text: string): Promise<void> {
  const file = `${name.replace(/[^\p{L}\p{N}._-]+/gu, "-") || "all"}-events.${format}`;
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  const uri = await vscode.window.showSaveDialog({
    ...(folder ? { defaultUri: vscode.Uri.joinPath(folder.uri, file) } : {}),
    filters: { [format.toUpperCase()]: [format] },
    title: vscode.l10n.t("Export Events"),
  });
  if (!uri) return;
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  const open = vscode.l10n.t("Open");
  const written = vscode.l10n.t("Saved {0}.", vscode.workspace.asRelativePath(uri));
  if ((await showInformation(written, open)) === open) await vscode.window.showTextDocument(uri);
}
