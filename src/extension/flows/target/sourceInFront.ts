import * as vscode from "vscode";
import type { Target } from "../../kit/commands/target";
import { isSolidity } from "../../state/solidity/solidity";

/** The source that a command was run on. */
export const clickedSource = (target: Target): vscode.Uri | undefined =>
  (target.kind === "file" || target.kind === "artifact") && target.uri.path.endsWith(".sol") ? target.uri : undefined;

/** The same, or else the source in the editor. */
export function sourceInFront(target: Target): vscode.Uri | undefined {
  const active = vscode.window.activeTextEditor?.document;
  return clickedSource(target) ?? (active && isSolidity(active) ? active.uri : undefined);
}
