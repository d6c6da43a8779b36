import * as vscode from "vscode";
import { decodedTexts } from "../../../chain/abi/namedValue";
import { callText } from "../../../chain/abi/valueText";
import { readFunction } from "../../../chain/services/contract/readFunction";
import { askArguments, askFunction } from "../../flows/contracts/askFunction";
import { callTarget } from "../../flows/target/callTarget";
import type { Target } from "../../flows/target/target";
import { showResult } from "../../kit/asking/showResult";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

/** Runs a function on the newest state and shows what it answers. Signs nothing and changes nothing. */
export async function callContract(app: Chainside, group: ChainGroup, target: Target): Promise<void> {
  const plain = vscode.l10n.t("Call Contract");
  const { contract, chosen } = await callTarget(app, group, target, plain);
  const called = chosen ?? (await askFunction(contract.abi, "call", `${plain} · ${contract.name}`));
  const values = await askArguments(app, group, called.inputs, `${contract.name}.${called.name}`);
  const { values: outputs, blockNumber } = await readFunction(group.session, contract, called, values);
  const text = callText(called.name, values);
  const answer = outputs.length === 0 ? vscode.l10n.t("(nothing)") : decodedTexts(outputs);
  app.log.info(`${contract.name}.${text} → ${answer} (block ${blockNumber})`);
  const [only] = outputs;
  const value = outputs.length === 1 && only ? only.value : outputs.map((each) => each.value);
  showResult(`${contract.name}.${text} → ${answer}`, typeof value === "string" ? value : JSON.stringify(value));
}
