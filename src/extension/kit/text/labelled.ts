import * as vscode from "vscode";

/** A label and what it says, with the colon of the user's language. */
export function labelled(label: string, value: string): string {
  return vscode.l10n.t("{0}: {1}", label, value);
}
