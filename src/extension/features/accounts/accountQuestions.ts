import * as vscode from "vscode";
import type { CryptoSuiteName } from "../../../crypto/cryptoSuite";
import { askChoice, askText } from "../../kit/asking/ask";
import { type Account, accountId } from "../../state/accounts/account";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

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

/** Which suite a new key is for. Not asked when it is for a chain, or every connected chain has the same one. */
export async function askSuite(app: Chainside, title: string, group?: ChainGroup): Promise<CryptoSuiteName> {
  if (group) return group.session.suite.name;
  const suites = new Set(app.connections.groups.map(({ session }) => session.suite.name));
  const [only] = suites;
  if (suites.size === 1 && only) return only;
  return askChoice<CryptoSuiteName>(
    [
      {
        label: vscode.l10n.t("Standard"),
        detail: vscode.l10n.t("secp256k1 and keccak256: most chains"),
        value: "standard",
      },
      { label: "SM (国密)", detail: vscode.l10n.t("SM2 and SM3: chains built with the SM option"), value: "sm" },
    ],
    { title, placeHolder: vscode.l10n.t("Select the crypto suite of the account's chain") },
  );
}
