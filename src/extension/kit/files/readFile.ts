import * as vscode from "vscode";
import { clientError } from "../../../errors/clientError";
import { givenPath } from "../../../files/namedPath";
import { readRegularEnd } from "../../../files/regularFile";
import { mayLook } from "./namedUri";

/**
 * The content of a file that a user chose.
 * @throws ChainError usage `fileTooLarge`, `notRegularFile`; what VS Code throws for a file that cannot be read.
 */
export async function readWhole(uri: vscode.Uri, max: number): Promise<Uint8Array> {
  const { size, type } = await vscode.workspace.fs.stat(uri);
  // A device says that it has no bytes, and never ends.
  if ((type & vscode.FileType.File) === 0) throw clientError("notRegularFile", { path: uri.path });
  if (size > max) throw clientError("fileTooLarge", { path: uri.path, size, max });
  return vscode.workspace.fs.readFile(uri);
}

/** Whether something stands there, a file or a folder. */
export const exists = (uri: vscode.Uri): Promise<boolean> =>
  Promise.resolve(vscode.workspace.fs.stat(uri)).then(
    () => true,
    () => false,
  );

/** The text of a file found by itself; undefined when it is not there, cannot be read, or is larger than what is looked for. */
export async function readIfSmall(uri: vscode.Uri, max: number): Promise<string | undefined> {
  if (!mayLook(uri)) return undefined;
  try {
    return new TextDecoder().decode(await readWhole(uri, max));
  } catch {
    return undefined;
  }
}

/** The last bytes of a file that grows, as text; undefined when it cannot be read. */
export async function readEnd(uri: vscode.Uri, max: number): Promise<string | undefined> {
  if (!mayLook(uri)) return undefined;
  return uri.scheme === "file"
    ? readRegularEnd(givenPath(uri.fsPath), max).catch(() => undefined)
    : readIfSmall(uri, max);
}
