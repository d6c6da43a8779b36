import * as vscode from "vscode";
import { placeOfSettings, updateSetting } from "../../kit/settings/settings";

const lengths = ["auto", "128", "512"] as const;

/**
 * Sets how many digits an entry of the access lists has, for this workspace. Takes 128 or 512 (the quick fix of the
 * language server names it) or asks.
 */
export async function setIdentityLength(length?: unknown): Promise<void> {
  const title = vscode.l10n.t("Node ID length in the access lists");
  const given = lengths.find((one) => one === String(length));
  const picks = lengths.map((label) => ({ label }));
  const wanted = given ?? (await vscode.window.showQuickPick(picks, { title }))?.label;
  if (!wanted) return;
  await updateSetting("accessList.identityLength", wanted, placeOfSettings());
}
