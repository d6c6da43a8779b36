import * as vscode from "vscode";
import { notedTexts } from "../../../chain/abi/valueNotes";
import { callText } from "../../../chain/abi/valueText";
import { readFunction } from "../../../chain/services/contract/readFunction";
import { noted } from "../../../text/joining";
import { askArguments, askFunction, askValue } from "../../flows/contracts/askFunction";
import { sendFunction } from "../../flows/contracts/signTransaction";
import { namesOn } from "../../flows/lines/addressName";
import { callerName, usualCaller } from "../../flows/signing/signedCaller";
import { callTarget } from "../../flows/target/callTarget";
import { targetArtifact } from "../../flows/target/targetArtifact";
import { showResult } from "../../kit/asking/showResult";
import { runCommand } from "../../kit/commands/commands";
import type { Target } from "../../kit/commands/target";
import { copyText, showInformation } from "../../kit/messages/notify";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import type { WritableGroup } from "../../state/connections/signingPermit";
import { askAndDeploy } from "./askAndDeploy";

/** Runs a function on the newest state, as the active account where that takes no question, and shows what it answers. Changes nothing. */
export async function callContract(app: Chainside, group: ChainGroup, target: Target): Promise<void> {
  const plain = vscode.l10n.t("Call Contract");
  const { contract, chosen } = await callTarget(app, group, target, plain);
  const called = chosen ?? (await askFunction(contract.abi, "call", `${plain} · ${contract.name}`));
  const values = await askArguments(app, group, called.inputs, `${contract.name}.${called.name}`);
  const caller = await usualCaller(app, group);
  const { values: outputs, blockNumber } = await readFunction(group.session, contract, called, values, caller?.signer);
  const text = callText(called.name, values);
  const answer = outputs.length === 0 ? vscode.l10n.t("(nothing)") : notedTexts(outputs, namesOn(app, group));
  app.log.info(`${contract.name}.${text} → ${answer} (block ${blockNumber})`);
  const [only] = outputs;
  const value = outputs.length === 1 && only ? only.value : outputs.map((each) => each.value);
  const result = `${contract.name}.${text} → ${answer}`;
  const message = caller ? noted(result, vscode.l10n.t("caller: {0}", callerName(caller))) : result;
  showResult(message, typeof value === "string" ? value : JSON.stringify(value));
}

/** Deploys a compiled contract: asks for what is missing, then says where it is. */
export async function deployContract(app: Chainside, group: WritableGroup, target: Target): Promise<void> {
  const loaded = await targetArtifact(app, target, vscode.l10n.t("Deploy Contract"), group);
  const { artifact } = loaded;
  const { address, receipt } = await askAndDeploy(app, group, loaded);
  const open = vscode.l10n.t("Open Contract Form");
  const copy = vscode.l10n.t("Copy Address");
  const show = vscode.l10n.t("Show Receipt");
  const chosen = await showInformation(
    vscode.l10n.t("Deployed {0} at {1} in block {2}.", artifact.name, address, receipt.blockNumber),
    open,
    copy,
    show,
  );
  if (chosen === open) await runCommand("chainside.openContractForm", { kind: "contract", address, group });
  if (chosen === copy) await copyText(address);
  if (chosen === show)
    await runCommand("chainside.showReceipt", { kind: "transaction", hash: receipt.transactionHash, group });
}

/** Builds a call of a contract's function, signs it, sends it and says what came of it. */
export async function sendTransaction(app: Chainside, group: WritableGroup, target: Target): Promise<void> {
  const plain = vscode.l10n.t("Send Transaction");
  const { contract, chosen } = await callTarget(app, group, target, plain);
  const called = chosen ?? (await askFunction(contract.abi, "send", `${plain} · ${contract.name}`));
  const title = `${contract.name}.${called.name}`;
  const values = await askArguments(app, group, called.inputs, title);
  const prompt = vscode.l10n.t("Amount to send with the transaction: wei, or with a unit such as 1.5 ether");
  const amount = await askValue(app, called, { title, prompt });
  const { receipt, text } = await sendFunction(app, group, contract, called, values, amount);
  const show = vscode.l10n.t("Show Receipt");
  const clicked = await showInformation(vscode.l10n.t("{0} is in block {1}.", text, receipt.blockNumber), show);
  if (clicked === show)
    await runCommand("chainside.showReceipt", { kind: "transaction", hash: receipt.transactionHash, group });
}
