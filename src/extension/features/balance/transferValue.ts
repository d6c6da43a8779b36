import * as vscode from "vscode";
import { accountName } from "../../flows/accounts/accountName";
import { askAmount } from "../../flows/contracts/askAmount";
import { signOperation } from "../../flows/operations/signOperation";
import { askAddress } from "../../flows/target/askAddress";
import { showResult } from "../../kit/asking/showResult";
import type { Chainside } from "../../state/chainside";
import type { WritableGroup } from "../../state/connections/writableGroup";

/** Moves native balance from the signing account to another, by a transaction that carries a value. */
export async function transferValue(app: Chainside, group: WritableGroup): Promise<void> {
  const title = vscode.l10n.t("Transfer Value to Account");
  const to = await askAddress(app, group, { title, placeHolder: vscode.l10n.t("Select the account to transfer to") });
  const wei = String(await askAmount(app, { title }));
  const { balanceIfKnown, transferValueOperation } = await import("../../../operations/balance/balance");
  const values = { to, amount: wei };
  const done = await signOperation(app, group, transferValueOperation, values);
  if (!done) return;
  const { transactionHash, blockNumber } = done;
  const now = await balanceIfKnown(group.session, to);
  showResult(
    now === undefined
      ? vscode.l10n.t("Transferred {0} wei to {1} in block {2}.", wei, accountName(app, to), blockNumber)
      : vscode.l10n.t("{0} has {1} wei on {2}.", accountName(app, to), String(now), group.groupId),
    transactionHash,
  );
}
