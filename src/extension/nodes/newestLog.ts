import * as vscode from "vscode";
import type { NodeFolder } from "./nodeFolder";

/** The node's newest log file; its names sort by time (docs/protocol/connection-profiles.md). */
export async function newestLog(folder: NodeFolder): Promise<vscode.Uri | undefined> {
  const logs = vscode.Uri.joinPath(folder.uri, "log");
  const entries = await vscode.workspace.fs.readDirectory(logs).then(
    (found) => found,
    () => [],
  );
  const newest = entries
    .filter(([name, type]) => type === vscode.FileType.File && name.endsWith(".log"))
    .map(([name]) => name)
    .sort()
    .at(-1);
  if (newest) return vscode.Uri.joinPath(logs, newest);
  const nohup = vscode.Uri.joinPath(folder.uri, "nohup.out");
  return vscode.workspace.fs.stat(nohup).then(
    () => nohup,
    () => undefined,
  );
}
