import * as vscode from "vscode";
import { type Shell, shellOf } from "../../../text/shellLine";

/** The shell of a new terminal: that of the default profile in the settings, else the machine's. */
export function ownShell(): Shell {
  if (vscode.env.shell !== "") return shellOf(vscode.env.shell);
  return process.platform === "win32" ? "powershell" : "sh";
}
