import * as vscode from "vscode";

/** Shows the beginning of a line of the active editor, wherever the cursor stands: behind an ID of 512 digits nothing else is on screen. */
export function revealLineStart(line: unknown): void {
  const editor = vscode.window.activeTextEditor;
  if (typeof line !== "number" || !editor || line >= editor.document.lineCount) return;
  editor.revealRange(new vscode.Range(line, 0, line, 0));
}
