import * as vscode from "vscode";
import { type Shell, shellOf } from "../../../text/shellLine";
import { contractPath } from "../../state/solidity/solidity";
import { artifactPath } from "../contracts/namedArtifact";

/** What names a compiled contract in a terminal, which begins in any of several folders: there its whole path does. */
export const terminalPath = (uri: vscode.Uri): string =>
  vscode.workspace.workspaceFolders?.length === 1 ? artifactPath(uri) : contractPath(uri);

/** The shell of a new terminal: that of the default profile in the settings, else the machine's. */
export function ownShell(): Shell {
  if (vscode.env.shell !== "") return shellOf(vscode.env.shell);
  return process.platform === "win32" ? "powershell" : "sh";
}
