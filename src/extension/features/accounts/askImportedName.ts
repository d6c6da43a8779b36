import * as vscode from "vscode";
import type { CryptoSuiteName } from "../../../crypto/cryptoSuite";
import { askText } from "../../kit/asking/ask";
import { type Account, accountId } from "../../state/accounts/account";
import type { Chainside } from "../../state/chainside";

const compared = (name: string): string => name.trim().toLowerCase();

/** What is wrong with a name that another account of the suite has; accounts without a name are many. */
export function freeName(
  accounts: readonly Account[],
  suite: CryptoSuiteName,
  own?: Account,
): (typed: string) => string | undefined {
  const others = accounts.filter(
    (account) => account.suite === suite && (own === undefined || accountId(account) !== accountId(own)),
  );
  return (typed) => {
    const name = compared(typed);
    const other = name === "" ? undefined : others.find(({ label }) => compared(label) === name);
    return other && vscode.l10n.t("{0} already has this name. Enter another name.", other.address);
  };
}

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
