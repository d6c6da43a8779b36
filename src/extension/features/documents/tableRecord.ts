import * as vscode from "vscode";
import { describeTable } from "../../../chain/services/table/describeTable";
import { everyRow, selectRows } from "../../../chain/services/table/selectRows";
import { listed, noted } from "../../../text/joining";
import { type RecordText, RecordWriter } from "../../flows/records/recordWriter";
import { tableShape } from "../../flows/records/tableShape";
import { textGrid } from "../../kit/text/textGrid";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

const maxRows = 100;

/** A table of the chain: its columns and first rows. The grid page shows and changes all of them. */
export async function tableRecord(_: Chainside, group: ChainGroup, key: string): Promise<RecordText> {
  const { session } = group;
  const [description, shape] = await Promise.all([describeTable(session, key), tableShape(session, key)]);
  const { table, keyField, valueFields, keyOrder } = description;
  const writer = new RecordWriter();
  writer.heading(vscode.l10n.t("Table {0}", table));
  writer.field(
    vscode.l10n.t("Key"),
    keyOrder === "numerical" ? noted(keyField, vscode.l10n.t("keys are numbers")) : keyField,
  );
  writer.field(vscode.l10n.t("Columns"), listed(valueFields));
  writer.field(
    vscode.l10n.t("Kind"),
    shape.kind === "keyValue"
      ? vscode.l10n.t("key-value table; its keys can't be listed")
      : vscode.l10n.t("table of rows"),
  );
  if (shape.kind === "keyValue") return writer.finish();
  const rows = await selectRows(session, key, [everyRow(description)], { count: maxRows + 1 });
  writer.heading(vscode.l10n.t("Rows"));
  const columns = [keyField, ...valueFields];
  writer.text(
    textGrid(
      columns,
      rows.slice(0, maxRows).map((row) => columns.map((column) => row[column] ?? "")),
    ),
  );
  if (rows.length > maxRows)
    writer.comment(vscode.l10n.t('Only the first {0} rows are shown. To see all, run "Open Table".', maxRows));
  return writer.finish();
}
