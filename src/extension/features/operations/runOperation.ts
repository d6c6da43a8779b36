import * as vscode from "vscode";
import { stringifyExactJson } from "../../../chain/json/exactJson";
import type { Operation } from "../../../operations/model/operation";
import { offeredOf } from "../../../operations/model/services";
import { say } from "../../../text/catalogue";
import { askFields } from "../../flows/operations/askFields";
import { operationContext } from "../../flows/operations/operationContext";
import { signOperation } from "../../flows/operations/signOperation";
import { showRecord } from "../../flows/records/showRecord";
import { askChoice, type Choice } from "../../kit/asking/ask";
import type { Target } from "../../kit/commands/target";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { requireWritable } from "../../state/connections/writableGroup";

const operationChoice = (operation: Operation): Choice<Operation> => ({
  label: `${operation.noun} ${operation.verb}`,
  description: say(operation.summary),
  iconPath: new vscode.ThemeIcon(operation.effect === "asks" ? "search" : "edit"),
  value: operation,
});

async function resultOf(app: Chainside, group: ChainGroup, target: Target, operation: Operation): Promise<unknown> {
  const title = `${operation.noun} ${operation.verb}`;
  if (operation.effect === "signs") {
    const writable = requireWritable(group);
    const values = await askFields({ app, group, target, title }, operation.fields);
    const result = await signOperation(app, writable, operation, values);
    // It may be anything: every view looks again.
    for (const part of ["nodes", "config", "governance", "bfs"] as const) group.notify(part);
    return result;
  }
  if (operation.effect === "dev") requireWritable(group);
  const values = await askFields({ app, group, target, title }, operation.fields);
  const outcome = await operation.prepare(operationContext(app, group), values).run();
  if (operation.effect === "dev") {
    await group.refreshHeight();
    for (const part of ["height", "nodes", "contracts"] as const) group.notify(part);
  }
  return "result" in outcome ? outcome.result : undefined;
}

/** Asks for an operation of the catalogue and for its fields, does it, and opens the result as JSON. @throws Cancelled */
export async function runOperation(app: Chainside, group: ChainGroup, target: Target): Promise<void> {
  const { loadedOperations } = await import("../../../operations/loaded");
  const { services } = operationContext(app, group);
  const operations = await offeredOf(loadedOperations, services);
  const operation = await askChoice(operations.map(operationChoice), {
    title: vscode.l10n.t("Run Operation"),
    placeHolder: vscode.l10n.t("Select an operation"),
  });
  const result = await resultOf(app, group, target, operation);
  if (result === undefined) return;
  await showRecord(
    `${operation.noun} ${operation.verb} ${group.groupId}`,
    { text: `${stringifyExactJson(result, 2)}\n`, links: [] },
    "json",
  );
}
