import * as vscode from "vscode";
import type { Target } from "../../kit/commands/target";
import { namedUri } from "../../kit/files/namedUri";
import { revealFolder } from "../../kit/files/revealFolder";

/** Shows the beginning of a line of the active editor, wherever the cursor stands: behind an ID of 512 digits nothing else is on screen. */
export function revealLineStart(line: unknown): void {
  const editor = vscode.window.activeTextEditor;
  if (!editor || typeof line !== "number" || !Number.isSafeInteger(line)) return;
  if (line < 0 || line >= editor.document.lineCount) return;
  // Of two lines VS Code always shows the beginning; of one it scrolls sideways no further than it must.
  const first = line + 1 < editor.document.lineCount ? line : Math.max(0, line - 1);
  editor.revealRange(new vscode.Range(first, 0, first + 1, 0));
}

/** Shows the folder that a link of the configuration names. */
export async function revealNamedFolder(target: Target): Promise<void> {
  const uri = target.kind === "text" ? namedUri(target.text) : undefined;
  if (uri) await revealFolder(uri);
}
