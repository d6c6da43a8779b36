import { join } from "node:path";
import * as vscode from "vscode";
import { clientError } from "../../../errors/clientError";
import { shellLine } from "../../../text/shellLine";
import { ownShell } from "../../flows/commandLine/ownShell";
import { writeLaunchers } from "../../flows/commandLine/writeLaunchers";
import { setting } from "../../kit/settings/settings";

/**
 * A terminal that shows the help of `chainside`, whose launchers are in this folder.
 * @throws ChainError usage `noCommandLine` where the shell has no way to write it
 */
export async function openCommandLine(context: vscode.ExtensionContext, folder: string): Promise<void> {
  await writeLaunchers(context, folder);
  // Where terminals don't have it by its name, by its path.
  const program = setting("commandLine.inTerminals") ? "chainside" : join(folder, "chainside");
  const line = shellLine([program, "--help"], ownShell());
  if (line === undefined) throw clientError("noCommandLine");
  const terminal = vscode.window.createTerminal({ name: "chainside" });
  terminal.show();
  terminal.sendText(line);
}
