import { homedir } from "node:os";
import nodePath, { dirname } from "node:path";
import * as vscode from "vscode";
import { liesWithin } from "../../../files/liesWithin";
import { type NamedPath, namedPath } from "../../../files/namedPath";

/** Whether links below the open folder lead somewhere where one may look: what is found in a workspace is looked at only then. */
export function mayLook(uri: vscode.Uri): boolean {
  if (uri.scheme !== "file") return true;
  const home = vscode.workspace.getWorkspaceFolder(uri)?.uri.fsPath ?? dirname(uri.fsPath);
  return namedPath(uri.fsPath, home) !== undefined;
}

/** The file behind an absolute path that a text names; undefined for no path, and for one on a computer on which no open folder lies. */
export function namedUri(path: string): vscode.Uri | undefined {
  if (!nodePath.isAbsolute(path)) return undefined;
  const folders = vscode.workspace.workspaceFolders?.map(({ uri }) => uri.fsPath) ?? [];
  const named = [...folders, homedir()].map((folder) => namedPath(path, folder)).find((each) => each !== undefined);
  return named && vscode.Uri.file(named);
}

/**
 * Whether a file may be read that a text names or that a workspace holds: any in a trusted workspace, else only what really lies below a
 * folder that is open.
 */
export async function mayRead(path: NamedPath): Promise<boolean> {
  if (vscode.workspace.isTrusted) return true;
  const folders = vscode.workspace.workspaceFolders ?? [];
  const inside = await Promise.all(folders.map(({ uri }) => liesWithin(uri.fsPath, path)));
  return inside.includes(true);
}
