import * as vscode from "vscode";
import { copyText, showInformation } from "./notify";

/** Shows an answer with a button that copies it. Does not wait for the reader. */
export function showResult(sentence: string, copied: string): void {
  const copy = vscode.l10n.t("Copy Result");
  void showInformation(sentence, copy).then((clicked) => {
    if (clicked === copy) return copyText(copied);
    return undefined;
  });
}
