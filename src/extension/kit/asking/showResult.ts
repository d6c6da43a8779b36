import * as vscode from "vscode";
import { thrownText } from "../../../text/thrownText";
import { copyText, onButton, showError, showInformation } from "../messages/notify";

/** Shows an answer with a button that copies it. Does not wait for the reader. */
export function showResult(sentence: string, copied: string): void {
  const copy = vscode.l10n.t("Copy Result");
  const failed = (error: unknown): unknown => showError(thrownText(error));
  onButton(showInformation(sentence, copy), copy, () => copyText(copied), failed);
}
