import * as vscode from "vscode";
import { say } from "../../../text/catalogue";
import { showWarning } from "../../kit/messages/notify";
import type { Chainside } from "../../state/chainside";

/** Shows a source and all that it imports as one, in a document of its own that may be saved. */
export async function flattenFile(app: Chainside, uri: vscode.Uri): Promise<void> {
  const made = await app.solidity.flatten(uri);
  if ("refused" in made) {
    const path = vscode.workspace.asRelativePath(uri);
    void showWarning(vscode.l10n.t("{0} wasn't flattened. {1}", path, say(made.refused)));
    return;
  }
  const document = await vscode.workspace.openTextDocument({ language: "solidity", content: made.text });
  await vscode.window.showTextDocument(document);
}
