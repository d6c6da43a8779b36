import * as vscode from "vscode";
import { revertText } from "../../chain/abi/revert";
import { executionError } from "../../chain/errors/nodeError";
import { call } from "../../chain/rpc/call";
import type { Chainside } from "../app/chainside";
import { targetGroup } from "../connections/askGroup";
import { askArguments, askFunction, callText, valueText } from "./askFunction";
import { callTarget } from "./callTarget";

/** Runs a function on the newest state and shows what it answers. Signs nothing and changes nothing. */
export async function callContract(app: Chainside, target: unknown): Promise<void> {
  const group = await targetGroup(app, target);
  const { session } = group;
  const plain = vscode.l10n.t("Call Contract");
  const { contract, chosen } = await callTarget(app, group, target, plain);
  const called = chosen ?? (await askFunction(contract.abi, "call", `${plain} · ${contract.name}`));
  const values = await askArguments(app, called.inputs, `${contract.name}.${called.name}`);
  const data = contract.abi.encodeCall(called.signature, values);
  const result = await call(session.client, { to: contract.address, data });
  if (result.status !== 0) {
    throw await executionError(result.status, revertText(contract.abi.decodeRevert(result.output)) ?? "", {
      contract: contract.name,
      function: called.signature,
    });
  }
  const outputs = called.outputs.length === 0 ? [] : contract.abi.decodeOutput(called.signature, result.output);
  const text = callText(called.name, values);
  const answer =
    outputs.length === 0
      ? vscode.l10n.t("(nothing)")
      : outputs.map(({ name, value }) => (name ? `${name}: ${valueText(value)}` : valueText(value))).join(", ");
  app.log.info(`${contract.name}.${text} → ${answer} (block ${result.blockNumber})`);
  const copy = vscode.l10n.t("Copy Result");
  const clicked = await vscode.window.showInformationMessage(`${contract.name}.${text} → ${answer}`, copy);
  if (clicked !== copy) return;
  const [only] = outputs;
  const value = outputs.length === 1 && only ? only.value : outputs.map((each) => each.value);
  await vscode.env.clipboard.writeText(typeof value === "string" ? value : JSON.stringify(value));
}
