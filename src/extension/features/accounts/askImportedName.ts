import * as vscode from "vscode";
import type { CryptoSuiteName } from "../../../crypto/cryptoSuite";
import { askText } from "../../kit/asking/ask";
import type { Account } from "../../state/accounts/account";
import type { Chainside } from "../../state/chainside";
import { freeName } from "./freeName";

/** The name of an account that is imported; of one that is here already, its present name is offered. @throws Cancelled */
export function askImportedName(
  app: Chainside,
  title: string,
  suite: CryptoSuiteName,
  known: Account | undefined,
): Promise<string> {
  // A development account may be imported under its name: it is one account then.
  const validate = freeName(app.accounts.stored, suite, known);
  if (!known) return askText({ title, prompt: vscode.l10n.t("Enter a name for the account (optional)"), validate });
  return askText({
    title,
    prompt: vscode.l10n.t("You already have this account: {0}. Enter a name for it", known.label || known.address),
    value: known.label,
    validate,
  });
}
