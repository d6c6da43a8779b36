import * as vscode from "vscode";
import { callText, valuesText } from "../../../chain/abi/valueText";
import { readFunction } from "../../../chain/services/contract/readFunction";
import { askArguments, askFunction } from "../../flows/contracts/askFunction";
import { targetGroup } from "../../flows/target/askGroup";
import { callTarget } from "../../flows/target/callTarget";
import { showResult } from "../../kit/asking/showResult";
import type { Chainside } from "../../state/chainside";

/** Runs a function on the newest state and shows what it answers. Signs nothing and changes nothing. */
export async function callContract(app: Chainside, target: unknown): Promise<void> {
  const group = await targetGroup(app, target);
  const plain = vscode.l10n.t("Call Contract");
  const { contract, chosen } = await callTarget(app, group, target, plain);
  const called = chosen ?? (await askFunction(contract.abi, "call", `${plain} · ${contract.name}`));
  const values = await askArguments(app, called.inputs, `${contract.name}.${called.name}`);
  const { values: outputs, blockNumber } = await readFunction(group.session, contract, called, values);
  const text = callText(called.name, values);
  const answer = outputs.length === 0 ? vscode.l10n.t("(nothing)") : valuesText(outputs);
  app.log.info(`${contract.name}.${text} → ${answer} (block ${blockNumber})`);
  const [only] = outputs;
  const value = outputs.length === 1 && only ? only.value : outputs.map((each) => each.value);
  showResult(`${contract.name}.${text} → ${answer}`, typeof value === "string" ? value : JSON.stringify(value));
}
