import { resolve } from "node:path";
import * as vscode from "vscode";

/** The file or folder that the person typed, in full or from a folder on. */
export const typedUri = (typed: string, from: vscode.Uri): vscode.Uri =>
  vscode.Uri.file(resolve(from.fsPath, typed.trim()));
