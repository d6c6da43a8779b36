import * as vscode from "vscode";
import { copyText, onButton, showError, showInformation } from "../messages/notify";

/** Shows an answer with a button that copies it. Does not wait for the reader. */
export function showResult(sentence: string, copied: string): void {
  const copy = vscode.l10n.t("Copy Result");
  const failed = (error: unknown): unknown => showError(error instanceof Error ? error.message : String(error));
  onButton(showInformation(sentence, copy), copy, () => copyText(copied), failed);
}
