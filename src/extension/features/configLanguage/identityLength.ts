import * as vscode from "vscode";
import { askChoice } from "../../kit/asking/ask";
import { placeOfSettings, updateSetting } from "../../kit/settings/settings";

const lengths = ["auto", "128", "512"] as const;

/**
 * Sets how many digits an entry of the access lists has, for this workspace. Takes 128 or 512 (the quick fix of the
 * language server names it) or asks. @throws Cancelled
 */
export async function setIdentityLength(length?: unknown): Promise<void> {
  const title = vscode.l10n.t("Node ID length in the access lists");
  const given = lengths.find((one) => one === String(length));
  const choices = lengths.map((label) => ({ label, value: label }));
  const wanted = given ?? (await askChoice(choices, { title }));
  await updateSetting("accessList.identityLength", wanted, placeOfSettings(false));
}
