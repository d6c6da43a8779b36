import * as vscode from "vscode";
import { createKvTable } from "../../../chain/services/kvTable/createKvTable";
import { createTable } from "../../../chain/services/table/createTable";
import type { KeyOrder } from "../../../chain/services/table/describeTable";
import { requireColumns } from "../../../chain/services/table/tableNames";
import { rightsWarnings } from "../../flows/signing/rightsWarnings";
import { signAndSend } from "../../flows/signing/signAndSend";
import type { Target } from "../../flows/target/target";
import { askChoice, askText } from "../../kit/asking/ask";
import { showInformation } from "../../kit/asking/notify";
import { complaint } from "../../kit/errors/complaint";
import type { Chainside } from "../../state/chainside";
import type { WritableGroup } from "../../state/connections/writableGroup";
import { askNewTable } from "./askTable";

/** `id, name,balance` as names. */
export function columnNames(text: string): string[] {
  return text
    .split(/[,，\s]+/)
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

function askKeyColumn(app: Chainside, title: string): Promise<string> {
  return askText({
    title,
    prompt: vscode.l10n.t("Enter the name of the key column"),
    value: "id",
    validate: (typed) => complaint(app, () => requireColumns({ keyField: typed.trim(), valueFields: [] })),
  });
}

async function afterwards(table: string): Promise<void> {
  const open = vscode.l10n.t("Open Table");
  const clicked = await showInformation(vscode.l10n.t("Created table {0}.", `/tables/${table}`), open);
  if (clicked === open) await vscode.commands.executeCommand("chainside.openTable", table);
}

/** Makes a table of rows. */
export async function makeTable(app: Chainside, group: WritableGroup, target: Target): Promise<void> {
  const title = vscode.l10n.t("Create Table");
  const table = await askNewTable(app, target, title);
  const keyField = (await askKeyColumn(app, title)).trim();
  const columns = await askText({
    title,
    prompt: vscode.l10n.t("Enter the names of the other columns, separated by commas"),
    placeHolder: "name, balance",
    validate: (typed) =>
      columnNames(typed).length === 0
        ? vscode.l10n.t("Enter at least one column.")
        : complaint(app, () => requireColumns({ keyField, valueFields: columnNames(typed) })),
  });
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
  const request = { table, keyField, valueFields: columnNames(columns), keyOrder };
  await signAndSend(
    app,
    {
      group,
      title: `${title} · ${table}`,
      lines: [
        { label: vscode.l10n.t("Table"), value: `/tables/${table}` },
        { label: vscode.l10n.t("Key"), value: keyField },
        { label: vscode.l10n.t("Columns"), value: request.valueFields.join(vscode.l10n.t(", ")) },
      ],
      warnings: await rightsWarnings(app, group, { kind: "makeTable" }),
    },
    (signer, options) => createTable(group.session, signer, request, options),
  );
  group.notify("bfs");
  void afterwards(table).catch(app.errors.show);
}

/** Makes a table of one text for each key. */
export async function makeKvTable(app: Chainside, group: WritableGroup, target: Target): Promise<void> {
  const title = vscode.l10n.t("Create KV Table");
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
  await signAndSend(
    app,
    {
      group,
      title: `${title} · ${table}`,
      lines: [
        { label: vscode.l10n.t("Table"), value: `/tables/${table}` },
        { label: vscode.l10n.t("Key"), value: keyField },
        { label: vscode.l10n.t("Value"), value: valueField },
      ],
      warnings: await rightsWarnings(app, group, { kind: "makeTable" }),
    },
    (signer, options) => createKvTable(group.session, signer, { table, keyField, valueField }, options),
  );
  group.notify("bfs");
  void afterwards(table).catch(app.errors.show);
}
