import * as vscode from "vscode";
import { clientError } from "../../../errors/clientError";
import { showInformation } from "../messages/notify";

/** Whether a link stands there, also one that leads to nothing yet: a dialog doesn't say so. */
const isLink = (uri: vscode.Uri): Promise<boolean> =>
  Promise.resolve(vscode.workspace.fs.stat(uri)).then(
    ({ type }) => (type & vscode.FileType.SymbolicLink) !== 0,
    () => false,
  );

/**
 * Writes a file that a user chose: the one door for it. A link in a project may lead anywhere, so none is written through.
 * @throws ChainError usage `outputThroughLink`; what VS Code throws for a file that can't be written
 */
export async function writeChosen(uri: vscode.Uri, text: string): Promise<void> {
  if (await isLink(uri)) throw clientError("outputThroughLink", { path: uri.fsPath });
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
}

/** The same, and says where it is then, with a way to open it. @throws as `writeChosen` */
export async function saveChosen(uri: vscode.Uri, text: string): Promise<void> {
  await writeChosen(uri, text);
  const open = vscode.l10n.t("Open");
  const saved = vscode.l10n.t("Saved {0}.", vscode.workspace.asRelativePath(uri));
  if ((await showInformation(saved, open)) === open) await vscode.window.showTextDocument(uri);
}
