import * as v from "valibot";
import type { Operation as NeededRight } from "../../chain/services/rights/operation";
import { openTable } from "../../chain/services/table/openTable";
import { tableName } from "../../chain/services/table/tableNames";
import { t } from "../../text/catalogue";
import { asked } from "../kit/results";
import type { OperationContext, PreviewLine } from "../model/operation";

/** Values by column. */
export const row = v.record(v.string(), v.string());

/** Which table it is about, as the first line of a preview. */
export const tableLine = (table: string): PreviewLine => ({ label: t("Table"), value: `/tables/${tableName(table)}` });

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
