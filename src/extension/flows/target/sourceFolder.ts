import type * as vscode from "vscode";
import { clientError } from "../../../chain/errors/clientError";
import { askSourceFolder, meantFolder } from "../../kit/files/workspaceFolder";

/**
 * Where the contracts' sources are.
 * @param of a file of what they are wanted for
 * @param ask whether a person may be asked which of several folders it is
 * @throws Cancelled; ChainError usage `noSourcesFolder`
 */
export async function requireSourceFolder(of?: vscode.Uri, ask = true): Promise<vscode.WorkspaceFolder> {
  const folder = ask ? await askSourceFolder(of) : meantFolder(of);
  if (!folder) throw clientError("noSourcesFolder");
  return folder;
}
