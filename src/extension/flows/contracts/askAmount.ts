import * as vscode from "vscode";
import { askText } from "../../kit/asking/ask";
import { complaint } from "../../kit/errors/complaint";
import type { Chainside } from "../../state/chainside";

/** Asks for an amount, in wei or with a unit. Gives wei. @throws Cancelled */
export async function askAmount(app: Chainside, title: string, value = ""): Promise<bigint> {
  const { parseAmount } = await import("../../../chain/services/balance/amount");
  const text = await askText({
    title,
    prompt: vscode.l10n.t("Enter an amount in wei, or with a unit such as 1.5 ether"),
    value,
    validate: (typed) => complaint(app, () => void parseAmount(typed)),
  });
  return parseAmount(text);
}

/** What goes along with a call. Only a payable function takes an amount; 0 is the usual answer. @throws Cancelled */
export const askSentAmount = async (app: Chainside, payable: boolean, title: string): Promise<bigint> =>
  payable ? askAmount(app, title, "0") : 0n;
