import * as vscode from "vscode";
import type { CryptoSuiteName } from "../../../crypto/cryptoSuite";
import { askChoice } from "../../kit/asking/ask";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

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
