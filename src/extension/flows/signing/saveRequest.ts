import * as vscode from "vscode";
import { Cancelled } from "../../kit/errors/cancelled";
import { offeredFile } from "../../kit/files/workspaceFolder";
import { saveChosen } from "../../kit/files/writeFile";

/**
 * Writes a request that another machine signs, or that was signed here, where the user says.
 * @param beside offered in the first place
 * @returns the file's name
 * @throws Cancelled; as `saveChosen`
 */
export async function saveRequest(text: string, name: string, beside?: vscode.Uri): Promise<string> {
  const uri = await vscode.window.showSaveDialog({
    ...(beside ? { defaultUri: beside } : offeredFile(`${name}.json`)),
    filters: { JSON: ["json"] },
    title: vscode.l10n.t("Save Signing Request"),
  });
  if (!uri) throw new Cancelled();
  await saveChosen(uri, text);
  return uri.path.slice(uri.path.lastIndexOf("/") + 1);
}
