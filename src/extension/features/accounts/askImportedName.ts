import * as vscode from "vscode";
import { askText } from "../../kit/asking/ask";
import type { Account } from "../../state/accounts/account";

/** The name of an account that is imported; of one that is here already, its present name is offered. @throws Cancelled */
export function askImportedName(title: string, known: Account | undefined): Promise<string> {
  if (!known) return askText({ title, prompt: vscode.l10n.t("Enter a name for the account (optional)") });
  return askText({
    title,
    prompt: vscode.l10n.t("You already have this account: {0}. Enter a name for it", known.label || known.address),
    value: known.label,
  });
}
