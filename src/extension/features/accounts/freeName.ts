import * as vscode from "vscode";
import type { CryptoSuiteName } from "../../../crypto/cryptoSuite";
import { type Account, accountId } from "../../state/accounts/account";

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
