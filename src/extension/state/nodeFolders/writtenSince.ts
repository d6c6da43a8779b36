import * as vscode from "vscode";
import { givenPath } from "../../../files/namedPath";
import { readRegularEnd } from "../../../files/regularFile";
import { newestLog } from "./nodeLog";

/** As far as a log was written when it was looked at. */
export interface LogMark {
  readonly path: string;
  readonly size: number;
}

/** More than this is not read at once: what is looked for was written just now. */
const maxBytes = 1024 * 1024;

const sizeOf = (uri: vscode.Uri): Promise<number> =>
  Promise.resolve(vscode.workspace.fs.stat(uri)).then(
    ({ size }) => size,
    () => 0,
  );

/** How far the newest log of a node is written now; undefined without a log on this machine. */
export async function markLog(folder: { readonly uri: vscode.Uri }): Promise<LogMark | undefined> {
  const log = await newestLog(folder);
  return log?.scheme === "file" ? { path: log.fsPath, size: await sizeOf(log) } : undefined;
}

/** What the node has written since: into the same file, or into a newer one. Of much, the end. */
export async function writtenSince(folder: { readonly uri: vscode.Uri }, mark: LogMark | undefined): Promise<string> {
  const log = await newestLog(folder);
  if (log?.scheme !== "file") return "";
  const from = log.fsPath === mark?.path ? mark.size : 0;
  return readRegularEnd(givenPath(log.fsPath), maxBytes, from);
}
