import { createKvTable } from "../../chain/services/kvTable/createKvTable";
import { getValue } from "../../chain/services/kvTable/getValue";
import { setValue } from "../../chain/services/kvTable/setValue";
import { appendColumns } from "../../chain/services/table/appendColumns";
import { createTable } from "../../chain/services/table/createTable";
import { describeTable } from "../../chain/services/table/describeTable";
import { insertRow } from "../../chain/services/table/insertRow";
import { removeRows } from "../../chain/services/table/removeRows";
import { selectRow } from "../../chain/services/table/selectRows";
import { runSql } from "../../chain/services/table/sql/runSql";
import { updateRows } from "../../chain/services/table/updateRows";
import { text } from "../../text/catalogue";
import { aText, type Operation, oneOf, reads, texts, values, writes } from "./operation";

/** Tables of rows and of single values. */
export const tableOperations: Readonly<Record<string, Operation>> = {
  createTable: writes(
    text("Creates a table of rows."),
    { table: aText, key: aText, columns: texts, order: { ...oneOf("lexicographic", "numerical"), optional: true } },
    (session, signer, given) =>
      createTable(session, signer, {
        table: given.text("table"),
        keyField: given.text("key"),
        valueFields: given.texts("columns"),
        keyOrder: given.text("order") === "numerical" ? "numerical" : "lexicographic",
      }),
  ),
  appendColumns: writes(text("Adds columns to a table."), { table: aText, columns: texts }, (session, signer, given) =>
    appendColumns(session, signer, { table: given.text("table"), columns: given.texts("columns") }),
  ),
  insert: writes(text("Inserts a row into a table."), { table: aText, row: values }, (session, signer, given) =>
    insertRow(session, signer, { table: given.text("table"), row: given.values("row") }),
  ),
  update: writes(
    text("Updates columns of the row with this key."),
    { table: aText, key: aText, changes: values },
    (session, signer, given) =>
      updateRows(session, signer, {
        table: given.text("table"),
        key: given.text("key"),
        changes: given.values("changes"),
      }),
  ),
  remove: writes(text("Removes the row with this key."), { table: aText, key: aText }, (session, signer, given) =>
    removeRows(session, signer, { table: given.text("table"), key: given.text("key") }),
  ),
  select: reads(text("The row with this key."), { table: aText, key: aText }, (session, given) =>
    selectRow(session, given.text("table"), given.text("key")),
  ),
  describeTable: reads(text("Columns of a table."), { table: aText }, (session, given) =>
    describeTable(session, given.text("table")),
  ),
  sql: writes(text("Runs a statement of the console's SQL."), { statement: aText }, async (session, signer, given) => {
    const answer = await runSql(session, signer, given.text("statement"));
    switch (answer.kind) {
      case "rows":
        return { result: answer.rows };
      case "count":
        return { result: answer.count };
      case "description":
        return { result: answer.description };
      case "written":
        return { result: answer.rows, code: answer.outcome.code };
    }
  }),
  createKvTable: writes(
    text("Creates a key-value table."),
    { table: aText, key: aText, value: aText },
    (session, signer, given) =>
      createKvTable(session, signer, {
        table: given.text("table"),
        keyField: given.text("key"),
        valueField: given.text("value"),
      }),
  ),
  setValue: writes(
    text("Stores a text under a key."),
    { table: aText, key: aText, value: aText },
    (session, signer, given) =>
      setValue(session, signer, { table: given.text("table"), key: given.text("key"), value: given.text("value") }),
  ),
  getValue: reads(text("The text under a key."), { table: aText, key: aText }, (session, given) =>
    getValue(session, given.text("table"), given.text("key")),
  ),
};
