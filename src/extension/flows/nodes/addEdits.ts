import * as vscode from "vscode";
import type { TextEdit } from "../../../nodeConfig/text/textRange";

/** Adds the edits of a configuration file to an edit of the workspace. */
export function addEdits(
  edit: vscode.WorkspaceEdit,
  uri: vscode.Uri,
  edits: readonly TextEdit[],
  shown?: vscode.WorkspaceEditEntryMetadata,
): void {
  for (const { range, newText } of edits) {
    const { startLine, startChar, endLine, endChar } = range;
    edit.replace(uri, new vscode.Range(startLine, startChar, endLine, endChar), newText, shown);
  }
}
