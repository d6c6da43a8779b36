import * as vscode from "vscode";
import { isTablePath } from "../../../chain/abi/tableLimits";
import type { KeyOrder } from "../../../chain/services/table/describeTable";
import {
  requireColumns,
  requireTableName,
  type TableColumns,
  tableName,
} from "../../../chain/services/table/tableNames";
import { signOperation } from "../../flows/operations/signOperation";
import { askChoice, askText } from "../../kit/asking/ask";
import { runCommand } from "../../kit/commands/commands";
import type { Target } from "../../kit/commands/target";
import { complaint } from "../../kit/errors/complaint";
import { showInformation } from "../../kit/messages/notify";
import type { Chainside } from "../../state/chainside";
import type { WritableGroup } from "../../state/connections/writableGroup";

/** A name for a table that is not there yet; below the clicked directory of `/tables`. @throws Cancelled */
async function askNewTable(app: Chainside, target: Target, title: string): Promise<string> {
  const below = target.kind === "path" && isTablePath(target.path) ? `${tableName(target.path)}/` : "";
  const text = await askText({
    title,
    prompt: vscode.l10n.t("Enter a name for the new table below /tables"),
    value: below,
    validate: (typed) => complaint(app, () => void requireTableName(typed)),
  });
  return tableName(text);
}

/** `id, name,balance` as names. */
const columnNames = (text: string): string[] => text.split(/[,，\s]+/).filter((name) => name !== "");

/** Asks for columns of a table beside those that it has. @throws Cancelled */
export async function askColumns(
  app: Chainside,
  { keyField, valueFields }: TableColumns,
  question: { title: string; prompt: string; placeHolder?: string },
): Promise<string[]> {
  const typed = await askText({
    ...question,
    validate: (text) =>
      columnNames(text).length === 0
        ? vscode.l10n.t("Enter at least one column.")
        : complaint(app, () => requireColumns({ keyField, valueFields: [...valueFields, ...columnNames(text)] })),
  });
  return columnNames(typed);
}

function askKeyColumn(app: Chainside, title: string): Promise<string> {
  return askText({
    title,
    prompt: vscode.l10n.t("Enter the name of the key column"),
    value: "id",
    validate: (typed) => complaint(app, () => requireColumns({ keyField: typed.trim(), valueFields: [] })),
  });
}

async function afterwards(group: WritableGroup, table: string): Promise<void> {
  const open = vscode.l10n.t("Open Table");
  const clicked = await showInformation(vscode.l10n.t("Created table {0}.", `/tables/${table}`), open);
  if (clicked === open) await runCommand("chainside.openTable", { kind: "text", text: table, group });
}

/** Makes a table of rows. */
export async function makeTable(app: Chainside, group: WritableGroup, target: Target): Promise<void> {
  const title = vscode.l10n.t("Create Table");
  const table = await askNewTable(app, target, title);
  const keyField = (await askKeyColumn(app, title)).trim();
  const columns = await askColumns(
    app,
    { keyField, valueFields: [] },
    {
      title,
      prompt: vscode.l10n.t("Enter the names of the other columns, separated by commas"),
      placeHolder: "name, balance",
    },
  );
  const keyOrder = await askChoice<KeyOrder>(
    [
      {
        label: vscode.l10n.t("Text"),
        description: vscode.l10n.t("compared character by character: 10 comes before 9"),
        value: "lexicographic",
      },
      {
        label: vscode.l10n.t("Numbers"),
        description: vscode.l10n.t("integers, compared by value; since 3.2"),
        value: "numerical",
      },
    ],
    { title, placeHolder: vscode.l10n.t("Select the type of the keys") },
  );
  const { createTableOperation } = await import("../../../operations/table/table");
  const given = { table, key: keyField, columns, order: keyOrder };
  await signOperation(app, group, createTableOperation, given);
  group.notify("bfs");
  void afterwards(group, table).catch(app.errors.show);
}

/** Makes a table of one text for each key. */
export async function makeKvTable(app: Chainside, group: WritableGroup, target: Target): Promise<void> {
  const title = vscode.l10n.t("New KV Table");
  const table = await askNewTable(app, target, title);
  const keyField = (await askKeyColumn(app, title)).trim();
  const valueField = (
    await askText({
      title,
      prompt: vscode.l10n.t("Enter the name of the value column"),
      value: "value",
      validate: (typed) => complaint(app, () => requireColumns({ keyField, valueFields: [typed.trim()] })),
    })
  ).trim();
  const { createKvTableOperation } = await import("../../../operations/kv/kv");
  await signOperation(app, group, createKvTableOperation, { table, key: keyField, value: valueField });
  group.notify("bfs");
  void afterwards(group, table).catch(app.errors.show);
}
