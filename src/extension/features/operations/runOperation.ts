import * as vscode from "vscode";
import type { Operation } from "../../../operations/model/operation";
import { offeredOf } from "../../../operations/model/services";
import { say } from "../../../text/catalogue";
import { askFields } from "../../flows/operations/askFields";
import { doOperation } from "../../flows/operations/doOperation";
import { operationContext } from "../../flows/operations/operationContext";
import { showJson } from "../../flows/records/showRecord";
import { askChoice, type Choice } from "../../kit/asking/ask";
import type { Target } from "../../kit/commands/target";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { requireWritable } from "../../state/connections/signingPermit";

const operationChoice = (operation: Operation): Choice<Operation> => ({
  label: `${operation.noun} ${operation.verb}`,
  description: say(operation.summary),
  iconPath: new vscode.ThemeIcon(operation.effect === "asks" ? "search" : "edit"),
  value: operation,
});

/** Asks for an operation of the catalogue and for its fields, does it, and opens the result as JSON. @throws Cancelled */
export async function runOperation(app: Chainside, group: ChainGroup, target: Target): Promise<void> {
  const { loadedOperations } = await import("../../../operations/loaded");
  const { services } = operationContext(app, group);
  const operations = await offeredOf(loadedOperations, services);
  const operation = await askChoice(operations.map(operationChoice), {
    title: vscode.l10n.t("Run Operation"),
    placeHolder: vscode.l10n.t("Select an operation"),
  });
  if (operation.effect !== "asks") requireWritable(group);
  const title = `${operation.noun} ${operation.verb}`;
  const { values, found } = await askFields({ app, group, target, title }, operation.fields);
  const outcome = await doOperation(app, group, operation, values, { found });
  if (!("result" in outcome) || outcome.result === undefined) return;
  await showJson(`${title} ${group.groupId}`, outcome.result);
}
