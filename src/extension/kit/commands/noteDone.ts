import * as vscode from "vscode";
import type { CommandId } from "./commands";

const noted = new Set<string>();

/**
 * Lets the steps of walkthroughs that a command ends be done, when what the command is for has come about: their completion event is
 * `onContext:chainside.done.NAME`. That of a command alone would come even when it is cancelled or fails.
 */
export function noteDone(command: CommandId): void {
  if (noted.has(command)) return;
  noted.add(command);
  void vscode.commands.executeCommand("setContext", command.replace("chainside.", "chainside.done."), true);
}
