import * as vscode from "vscode";
import { transact } from "../../chain/transaction/transact";
import type { Chainside } from "../app/chainside";
import { askText } from "../asking/ask";
import { targetGroup } from "../connections/askGroup";
import { signAndSend } from "../signing/signAndSend";
import { askArguments, askFunction, callText, valueText } from "./askFunction";
import { callTarget } from "./callTarget";
import { requireSuccess } from "./receiptFailure";

/** Only a payable function takes an amount; 0 is the usual answer. */
async function askAmount(title: string): Promise<bigint> {
  const text = await askText({
    title,
    prompt: vscode.l10n.t("Amount to send along, in wei"),
    value: "0",
    validate: (amount) => (/^\d+$/.test(amount.trim()) ? undefined : vscode.l10n.t("A whole number, 0 or more.")),
  });
  return BigInt(text.trim());
}

/** Builds a call of a contract's function, signs it, sends it and says what came of it. */
export async function sendTransaction(app: Chainside, target: unknown): Promise<void> {
  const group = await targetGroup(app, target);
  const { session } = group;
  const plain = vscode.l10n.t("Send Transaction");
  const { contract, chosen } = await callTarget(app, group, target, plain);
  const called = chosen ?? (await askFunction(contract.abi, "send", `${plain} · ${contract.name}`));
  const title = `${contract.name}.${called.name}`;
  const values = await askArguments(app, called.inputs, title);
  const amount = called.stateMutability === "payable" ? await askAmount(title) : 0n;
  const data = contract.abi.encodeCall(called.signature, values);
  const text = callText(called.name, values);
  const receipt = await signAndSend(
    app,
    {
      group,
      title: vscode.l10n.t("Send {0}", title),
      lines: [
        { label: vscode.l10n.t("Function"), value: text },
        { label: vscode.l10n.t("Contract"), value: `${contract.name} · ${contract.address}` },
        ...(amount > 0n ? [{ label: vscode.l10n.t("Amount"), value: `${amount} wei` }] : []),
      ],
    },
    (signer, options) =>
      transact(session, signer, { to: contract.address, data, ...(amount > 0n ? { value: amount } : {}) }, options),
  );
  await requireSuccess(receipt, contract.abi);
  const results =
    called.outputs.length > 0 && receipt.output.length > 2
      ? contract.abi.decodeOutput(called.signature, receipt.output)
      : [];
  const answer = results.length > 0 ? ` → ${results.map(({ value }) => valueText(value)).join(", ")}` : "";
  app.log.info(`${contract.name}.${text}${answer}: block ${receipt.blockNumber}, ${receipt.transactionHash}`);
  const show = vscode.l10n.t("Show Receipt");
  const clicked = await vscode.window.showInformationMessage(
    vscode.l10n.t("{0} is in block {1}.", `${contract.name}.${text}${answer}`, receipt.blockNumber),
    show,
  );
  if (clicked === show)
    await vscode.commands.executeCommand("chainside.showReceipt", { group, transactionHash: receipt.transactionHash });
}
