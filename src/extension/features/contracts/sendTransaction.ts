import * as vscode from "vscode";
import { askSentAmount } from "../../flows/contracts/askAmount";
import { askArguments, askFunction } from "../../flows/contracts/askFunction";
import { sendFunction } from "../../flows/contracts/sendFunction";
import { callTarget } from "../../flows/target/callTarget";
import { runCommand } from "../../kit/commands/commands";
import type { Target } from "../../kit/commands/target";
import { showInformation } from "../../kit/messages/notify";
import type { Chainside } from "../../state/chainside";
import type { WritableGroup } from "../../state/connections/writableGroup";

/** Builds a call of a contract's function, signs it, sends it and says what came of it. */
export async function sendTransaction(app: Chainside, group: WritableGroup, target: Target): Promise<void> {
  const plain = vscode.l10n.t("Send Transaction");
  const { contract, chosen } = await callTarget(app, group, target, plain);
  const called = chosen ?? (await askFunction(contract.abi, "send", `${plain} · ${contract.name}`));
  const title = `${contract.name}.${called.name}`;
  const values = await askArguments(app, group, called.inputs, title);
  const amount = await askSentAmount(app, called.stateMutability === "payable", title);
  const { receipt, text } = await sendFunction(app, group, contract, called, values, amount);
  const show = vscode.l10n.t("Show Receipt");
  const clicked = await showInformation(vscode.l10n.t("{0} is in block {1}.", text, receipt.blockNumber), show);
  if (clicked === show)
    await runCommand("chainside.showReceipt", { kind: "transaction", hash: receipt.transactionHash, group });
}
