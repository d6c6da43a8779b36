import * as vscode from "vscode";

/** Shows an answer with a button that copies it. Does not wait for the reader. */
export function showResult(sentence: string, copied: string): void {
  const copy = vscode.l10n.t("Copy Result");
  void vscode.window.showInformationMessage(sentence, copy).then((clicked) => {
    if (clicked === copy) return vscode.env.clipboard.writeText(copied);
    return undefined;
  });
}
