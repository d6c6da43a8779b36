import * as v from "valibot";
import { isTablePath } from "../../chain/abi/builtInLimits";
import type { Operation as NeededRight } from "../../chain/services/rights/checkRights";
import { type RowLimit, rowsWithin } from "../../chain/services/table/condition";
import { openTable, openTableToWrite } from "../../chain/services/table/openTable";
import { requireColumns, requireTableName, type TableColumns, tableName } from "../../chain/services/table/tableNames";
import { t, text } from "../../text/catalogue";
import { asked } from "../kit/results";
import { aText, texts, WrongField } from "../model/fields";
import type { OperationContext, PreviewLine, Report } from "../model/operation";

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

/** Values by column. */
export const row = v.record(v.string(), v.string());

/** Which table it is about, as the first line of a preview. */
export const tableLine = (table: string): PreviewLine => ({ label: t("Table"), value: `/tables/${tableName(table)}` });

/** A table that is written to, with the address that the transaction goes to. @throws as `openTableToWrite` */
export async function writtenTableLines(
  { session, ...context }: OperationContext,
  table: string,
): Promise<PreviewLine[]> {
  const address = await openTableToWrite(session, table, asked({ session, ...context }));
  const line = tableLine(table);
  const found = { address, foundBy: { path: line.value, by: "table" } } as const;
  return [line, { label: t("Address of the table, by the node's word"), value: address, found }];
}

/** The cells of a row as lines of a preview; an empty text can be seen. */
export const cellLines = (cells: Readonly<Record<string, string>>): PreviewLine[] =>
  Object.entries(cells).map(([label, value]) => ({ label, value: value === "" ? '""' : value }));

/** The right to call a function of the table's own contract. */
export const methodOf =
  (method: string) =>
  async ({ table }: { readonly table: string }, context: OperationContext): Promise<NeededRight> => ({
    kind: "callMethod",
    contract: await openTable(context.session, table, asked(context)),
    method,
  });

/** What a change by conditions does not reach, for people; nothing where it reaches all that fit. */
export const unreachedWarnings = (
  { matching, reached }: { readonly matching: number; readonly reached: number },
  limit: RowLimit,
): string[] =>
  reached < rowsWithin(matching, limit)
    ? [
        t(
          "Matching rows: {0}. A baseline executor doesn't reach the others: it looks for column values only in the first rows whose keys fit, and finds nothing after an offset. Conditions on the key reach them.",
          matching,
        ),
      ]
    : [];
