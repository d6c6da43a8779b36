import { open } from "node:fs/promises";
import * as vscode from "vscode";
import { heightInLog } from "../../../nodeConfig/nodeFolderFacts";
import type { NodeFolder } from "./nodeFolder";

/** Enough of a log's end: a node reports after each block. */
const tailBytes = 256 * 1024;

/** The node's newest log file; its names sort by time (docs/protocol/connection-profiles.md). */
export async function newestLog(folder: Pick<NodeFolder, "uri">): Promise<vscode.Uri | undefined> {
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

/** How high a node was when it last wrote into its newest log; undefined without a report in its last part. */
export async function heightFromLog(folder: NodeFolder): Promise<{ height: bigint; at: string } | undefined> {
  const log = await newestLog(folder);
  if (log?.scheme !== "file") return undefined;
  const file = await open(log.fsPath);
  try {
    const { size } = await file.stat();
    const start = Math.max(0, size - tailBytes);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(size, tailBytes)), 0, undefined, start);
    return heightInLog(buffer.subarray(0, bytesRead).toString("utf8"));
  } finally {
    await file.close();
  }
}
