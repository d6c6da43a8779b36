import * as vscode from "vscode";
import { givenPath, namedPath } from "../../../files/namedPath";
import { readRegularEnd } from "../../../files/regularFile";
import { heightInLog, printedName } from "../../../nodeConfig/nodeFolder";
import { mayLook, mayRead, namedUri } from "../../kit/files/namedUri";
import { type NodeFolder, readText } from "./nodeFolder";

/** Enough of a log's end: a node reports after each block. */
const tailBytes = 256 * 1024;

/** Where the node writes its logs: what config.ini names, where one may look there, else `log` (docs/protocol/node-folders.md, "Logs"). */
async function logFolder(uri: vscode.Uri): Promise<vscode.Uri> {
  const config = (await readText(vscode.Uri.joinPath(uri, "config.ini"))) ?? "";
  const { parseDocument } = await import("../../../nodeConfig/document/iniDocument");
  const named = parseDocument(config).find("log", "log_path")?.value ?? "";
  const path = named === "" || uri.scheme !== "file" ? undefined : namedPath(named, uri.fsPath);
  const own = path !== undefined && (await mayRead(path)) ? namedUri(path) : undefined;
  return own ?? vscode.Uri.joinPath(uri, "log");
}

/** The node's log files, the newest last; their names sort by time (docs/protocol/connection-profiles.md). */
async function allLogs({ uri }: Pick<NodeFolder, "uri">): Promise<vscode.Uri[]> {
  const logs = await logFolder(uri);
  const entries = mayLook(logs)
    ? await vscode.workspace.fs.readDirectory(logs).then(
        (found) => found,
        () => [],
      )
    : [];
  const found = entries
    .filter(([name, type]) => type === vscode.FileType.File && name.endsWith(".log"))
    .map(([name]) => vscode.Uri.joinPath(logs, name))
    .sort((one, other) => (one.path < other.path ? -1 : 1));
  if (found.length > 0) return found;
  const nohup = vscode.Uri.joinPath(uri, printedName);
  if (!mayLook(nohup)) return [];
  return vscode.workspace.fs.stat(nohup).then(
    ({ type }) => (type === vscode.FileType.File ? [nohup] : []),
    () => [],
  );
}

/** The node's newest log file. */
const newestLog = async (folder: Pick<NodeFolder, "uri">): Promise<vscode.Uri | undefined> =>
  (await allLogs(folder)).at(-1);

/** Paths of the log files of a node folder on this machine, the newest last. */
export async function logFiles(uri: vscode.Uri): Promise<string[]> {
  return uri.scheme === "file" ? (await allLogs({ uri })).map(({ fsPath }) => fsPath) : [];
}

/** How high a node was when it last wrote into its newest log; undefined without a report in its last part. */
export async function heightFromLog(folder: NodeFolder): Promise<{ height: bigint; at: string } | undefined> {
  const log = await newestLog(folder);
  if (log?.scheme !== "file") return undefined;
  return heightInLog(await readRegularEnd(givenPath(log.fsPath), tailBytes));
}

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
