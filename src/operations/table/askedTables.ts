import { isTablePath } from "../../chain/abi/builtInLimits";
import { requireColumns, requireTableName, type TableColumns, tableName } from "../../chain/services/table/tableNames";
import { text } from "../../text/catalogue";
import { aText, texts, WrongField } from "../model/fields";
import type { Report } from "../model/operation";

/** Tables of rows and of keys are named alike. */
export const table = aText(text("Table name, with or without /tables/"));
export const key = aText(text("Key"));
export const newTable = {
  table: aText(text("Name of the new table"), {
    ask: {
      prompt: text("Enter a name for the new table below /tables"),
      start: ({ folder = "" }) => (isTablePath(folder) ? `${tableName(folder)}/` : ""),
      read: requireTableName,
    },
  }),
  key: aText(text("Name of the key column"), {
    ask: {
      prompt: text("Enter the name of the key column"),
      start: "id",
      read: (typed) => {
        requireColumns({ keyField: typed.trim(), valueFields: [] });
        return typed.trim();
      },
    },
  }),
};

/** What is said of a table that was made. */
export const newTableReport = ({ values }: { readonly values: { readonly table: string } }): Report => ({
  text: text("Created table {0}.", `/tables/${tableName(values.table)}`),
  table: tableName(values.table),
});

/** `id, name,balance` as names. */
export const columnNames = (typed: string): string[] => typed.split(/[,，\s]+/).filter((name) => name !== "");

/** Names of columns beside those that the table has. @throws WrongField, ChainError usage as `requireColumns` */
export function readColumns(typed: string, { keyField, valueFields }: TableColumns): readonly string[] {
  const names = columnNames(typed);
  if (names.length === 0) throw new WrongField("columns", text("Enter at least one column."));
  requireColumns({ keyField, valueFields: [...valueFields, ...names] });
  return names;
}

/** The columns of a table that is made, beside its key. */
export const columns = texts(text("Columns"), {
  ask: {
    prompt: text("Enter the names of the other columns, separated by commas"),
    example: "name, balance",
    read: (typed, { given }) => readColumns(typed, { keyField: String(given["key"]), valueFields: [] }).join(),
  },
});
