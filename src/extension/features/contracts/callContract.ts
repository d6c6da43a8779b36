import * as vscode from "vscode";
import { decodedTexts } from "../../../chain/abi/namedValue";
import { callText } from "../../../chain/abi/valueText";
import { readFunction } from "../../../chain/services/contract/readFunction";
import { noted } from "../../../text/joining";
import { askArguments, askFunction } from "../../flows/contracts/askFunction";
import { callerName, usualCaller } from "../../flows/signing/signedCaller";
import { callTarget } from "../../flows/target/callTarget";
import { showResult } from "../../kit/asking/showResult";
import type { Target } from "../../kit/commands/target";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

/** Runs a function on the newest state, as the active account where that takes no question, and shows what it answers. Changes nothing. */
export async function callContract(app: Chainside, group: ChainGroup, target: Target): Promise<void> {
  const plain = vscode.l10n.t("Call Contract");
  const { contract, chosen } = await callTarget(app, group, target, plain);
  const called = chosen ?? (await askFunction(contract.abi, "call", `${plain} · ${contract.name}`));
  const values = await askArguments(app, group, called.inputs, `${contract.name}.${called.name}`);
  const caller = await usualCaller(app, group);
  const { values: outputs, blockNumber } = await readFunction(group.session, contract, called, values, caller?.signer);
  const text = callText(called.name, values);
  const answer = outputs.length === 0 ? vscode.l10n.t("(nothing)") : decodedTexts(outputs);
  app.log.info(`${contract.name}.${text} → ${answer} (block ${blockNumber})`);
  const [only] = outputs;
  const value = outputs.length === 1 && only ? only.value : outputs.map((each) => each.value);
  const result = `${contract.name}.${text} → ${answer}`;
  const said = caller ? noted(result, vscode.l10n.t("caller: {0}", callerName(caller))) : result;
  showResult(said, typeof value === "string" ? value : JSON.stringify(value));
}
