import * as v from "valibot";
import type { Operation as NeededRight } from "../../chain/services/rights/operation";
import { type RowLimit, rowsWithin } from "../../chain/services/table/condition";
import { openTable, openTableToWrite } from "../../chain/services/table/openTable";
import { tableName } from "../../chain/services/table/tableNames";
import { t } from "../../text/catalogue";
import { asked } from "../kit/results";
import type { OperationContext, PreviewLine } from "../model/operation";

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
