import * as v from "valibot";
import { type Condition, maxRows, type RowLimit } from "../../chain/services/table/condition";
import { appendColumns, createTable } from "../../chain/services/table/createTable";
import { describeTable } from "../../chain/services/table/describeTable";
import { openTableToWrite } from "../../chain/services/table/openTable";
import { insertRow, removeRows, updateRows } from "../../chain/services/table/rows";
import { countRows, everyRow, reachedRows, selectRow, selectRows } from "../../chain/services/table/selectRows";
import { tableName } from "../../chain/services/table/tableNames";
import { t, text } from "../../text/catalogue";
import { listed } from "../../text/joining";
import { asking, signing } from "../kit/define";
import { asked } from "../kit/results";
import { anInteger, conditions, oneOf, optional, values } from "../model/fields";
import type { OperationContext, PreviewLine } from "../model/operation";
import type { Question } from "../model/question";
import {
  cellLines,
  columns,
  key,
  methodOf,
  newTable,
  newTableReport,
  row,
  table,
  tableLine,
  unreachedWarnings,
  writtenTableLines,
} from "./askedTables";
import { queryOperation, sqlOperation } from "./sql";

const noun = "table";
const where = conditions(text("Conditions as in SQL, such as price > 10 and name like 'x%'"));
const limit = optional(anInteger(text("Maximum number of rows"), { from: 1, to: maxRows, usual: String(maxRows) }));
const keyOrders = ["lexicographic", "numerical"] as const;
const askedOrder: Question = {
  prompt: text("Select the type of the keys"),
  offers: () => [
    {
      label: text("Text"),
      description: text("compared character by character: 10 comes before 9"),
      value: "lexicographic",
    },
    { label: text("Numbers"), description: text("integers, compared by value; since 3.2"), value: "numerical" },
  ],
};

const createTableOperation = signing(
  {
    noun,
    verb: "create",
    word: "createTable",
    summary: text("Creates a table of rows."),
    fields: {
      ...newTable,
      columns,
      order: optional(oneOf(text("Order of the keys"), keyOrders, { usual: "lexicographic", ask: askedOrder })),
    },
    command: {
      title: text("Create Table"),
      asks: ["table", "key", "columns", "order"],
      report: newTableReport,
    },
  },
  {
    title: (given) => text("Create Table · {0}", tableName(given.table)),
    right: () => ({ kind: "makeTable" }),
    lines: async (_, given) => [
      tableLine(given.table),
      { label: t("Key"), value: given.key },
      { label: t("Columns"), value: listed(given.columns) },
      ...(given.order === "numerical" ? [{ label: t("Order of the keys"), value: given.order }] : []),
    ],
    run: async ({ session }, signer, given, options) => {
      const { order: keyOrder = "lexicographic" } = given;
      const request = { table: given.table, keyField: given.key, valueFields: given.columns, keyOrder };
      return createTable(session, signer, request, options);
    },
  },
);

export const appendColumnsOperation = signing(
  {
    noun,
    verb: "append-columns",
    word: "appendColumns",
    summary: text("Adds columns to a table."),
    fields: { table, columns },
  },
  {
    title: (given) => text("Append columns to {0}", tableName(given.table)),
    right: () => ({ kind: "makeTable" }),
    lines: async (_, given) => [tableLine(given.table), { label: t("Columns"), value: listed(given.columns) }],
    consequences: async () => ({ warnings: [t("Columns can't be removed later. They're empty in existing rows.")] }),
    run: async ({ session }, signer, given, options) =>
      appendColumns(session, signer, { table: given.table, columns: given.columns }, options),
  },
);

const describe = asking({
  noun,
  verb: "describe",
  word: "describeTable",
  console: [{ name: "desc", arguments: ["table"] }],
  summary: text("Columns of a table."),
  fields: { table },
  result: v.object({
    table: v.string(),
    keyField: v.string(),
    valueFields: v.pipe(v.array(v.string()), v.readonly()),
    keyOrder: v.picklist(keyOrders),
  }),
  run: (context, given) => describeTable(context.session, given.table, asked(context)),
});

export const insertRowOperation = signing(
  {
    noun,
    verb: "insert",
    word: "insert",
    summary: text("Inserts a row into a table."),
    fields: { table, row: values(text("Row: a value for every column")) },
  },
  {
    title: (given) => text("Insert into {0}", tableName(given.table)),
    right: methodOf("insert((string,string[]))"),
    lines: async (context, given) => [...(await writtenTableLines(context, given.table)), ...cellLines(given.row)],
    run: async ({ session }, signer, given, options) =>
      insertRow(session, signer, { table: given.table, row: given.row }, { ...options, open: openTableToWrite }),
  },
);

export const updateRowOperation = signing(
  {
    noun,
    verb: "update",
    word: "update",
    summary: text("Updates columns of the row with this key."),
    fields: { table, key, changes: values(text("New values by column")) },
    idempotent: true,
  },
  {
    title: (given) => text("Update {0} in {1}", given.key, tableName(given.table)),
    right: methodOf("update(string,(string,string)[])"),
    lines: async (context, given) => {
      const before = await selectRow(context.session, given.table, given.key, asked(context));
      const changed = Object.entries(given.changes).map(([label, value]): PreviewLine => {
        return { label, value: `${before?.[label] ?? ""} → ${value}` };
      });
      return [...(await writtenTableLines(context, given.table)), ...changed];
    },
    run: async ({ session }, signer, { table: name, key: of, changes }, options) =>
      updateRows(session, signer, { table: name, key: of, changes }, { ...options, open: openTableToWrite }),
  },
);

export const removeRowOperation = signing(
  {
    noun,
    verb: "remove",
    word: "remove",
    summary: text("Removes the row with this key."),
    fields: { table, key },
    weight: "grave",
  },
  {
    title: (given) => text("Delete {0} from {1}", given.key, tableName(given.table)),
    right: methodOf("remove(string)"),
    lines: async (context, given) => [
      ...(await writtenTableLines(context, given.table)),
      ...cellLines(
        (await selectRow(context.session, given.table, given.key, asked(context))) ?? { [t("Key")]: given.key },
      ),
    ],
    consequences: async () => ({ warnings: [t("The row is permanently deleted.")] }),
    run: async ({ session }, signer, given, options) =>
      removeRows(session, signer, { table: given.table, key: given.key }, { ...options, open: openTableToWrite }),
  },
);

const conditionLines = (which: readonly Condition[]): PreviewLine[] =>
  which.map(({ field, operator, value }) => ({ label: field, value: `${operator} ${value}` }));

const limitOf = (count: number | undefined): { limit?: RowLimit } => (count === undefined ? {} : { limit: { count } });

/** How many rows a change by conditions would meet. */
const reachedBy = (
  context: OperationContext,
  given: { readonly table: string; readonly where: readonly Condition[]; readonly limit?: number | undefined },
): ReturnType<typeof reachedRows> =>
  reachedRows(context.session, given.table, given.where, { ...limitOf(given.limit).limit, ...asked(context) });

const updateMatchingOperation = signing(
  {
    noun,
    verb: "update-matching",
    word: "updateMatching",
    summary: text("Updates columns of the rows that fulfill conditions."),
    fields: { table, where, changes: values(text("New values by column")), limit },
  },
  {
    title: (given) => text("Update rows of {0}", tableName(given.table)),
    right: methodOf("update((uint8,string,string)[],(uint32,uint32),(string,string)[])"),
    lines: async (context, given) => [
      ...(await writtenTableLines(context, given.table)),
      ...conditionLines(given.where),
      ...Object.entries(given.changes).map(([label, value]) => ({ label, value: `→ ${value}` })),
    ],
    consequences: async (context, given) => {
      const found = await reachedBy(context, given);
      const unreached = unreachedWarnings(found, limitOf(given.limit).limit ?? {});
      return { warnings: [t("Rows to be changed: {0}.", found.reached), ...unreached] };
    },
    run: async ({ session }, signer, { table: name, where: which, changes, limit: count }, options) => {
      const request = { table: name, conditions: which, changes, ...limitOf(count) };
      return updateRows(session, signer, request, { ...options, open: openTableToWrite });
    },
  },
);

export const removeMatchingOperation = signing(
  {
    noun,
    verb: "remove-matching",
    word: "removeMatching",
    summary: text("Removes the rows that fulfill conditions."),
    fields: { table, where, limit },
    weight: "grave",
  },
  {
    title: (given) => text("Delete rows of {0}", tableName(given.table)),
    right: methodOf("remove((uint8,string,string)[],(uint32,uint32))"),
    lines: async (context, given) => [
      ...(await writtenTableLines(context, given.table)),
      ...conditionLines(given.where),
    ],
    consequences: async (context, given) => {
      const found = await reachedBy(context, given);
      const { matching, reached } = found;
      const unreached = unreachedWarnings(found, limitOf(given.limit).limit ?? {});
      if (unreached.length > 0) return { warnings: [t("Rows to be permanently deleted: {0}.", reached), ...unreached] };
      return {
        warnings: [
          matching > reached
            ? t("Matching rows: {0}. The chain deletes only the first {1} at once.", matching, reached)
            : t("The {0} matching rows are permanently deleted.", matching),
        ],
      };
    },
    run: async ({ session }, signer, { table: name, where: which, limit: count }, options) => {
      const request = { table: name, conditions: which, ...limitOf(count) };
      return removeRows(session, signer, request, { ...options, open: openTableToWrite });
    },
  },
);

const oneRow = asking({
  noun,
  verb: "get",
  word: "select",
  summary: text("The row with this key."),
  fields: { table, key },
  result: v.nullable(row),
  run: async (context, given) => (await selectRow(context.session, given.table, given.key, asked(context))) ?? null,
});

/** The conditions, or one that every row fulfills. */
async function chosen(
  context: OperationContext,
  name: string,
  which: readonly Condition[] = [],
): Promise<readonly Condition[]> {
  if (which.length > 0) return which;
  return [everyRow(await describeTable(context.session, name, asked(context)))];
}

const someRows = asking({
  noun,
  verb: "select",
  word: "selectRows",
  summary: text("Rows of a table, those that fulfill conditions."),
  fields: {
    table,
    where: optional(where),
    limit: optional(anInteger(text("Maximum number of rows"), { from: 1, to: maxRows, usual: "100" })),
    offset: optional(anInteger(text("Rows to skip"), { from: 0, to: 1_000_000, usual: "0" })),
  },
  result: v.object({ rows: v.array(row), more: v.boolean() }),
  run: async (context, given) => {
    const { limit: count = 100, offset = 0 } = given;
    const which = await chosen(context, given.table, given.where);
    // One more tells whether there are more; a node gives no more than `maxRows`.
    const wanted = Math.min(count + 1, maxRows);
    const rows = await selectRows(context.session, given.table, which, {
      ...asked(context),
      count: wanted,
      offset,
    });
    return { rows: rows.slice(0, count), more: rows.length > count || (rows.length === count && count === wanted) };
  },
});

const rowCount = asking({
  noun,
  verb: "count",
  word: "countRows",
  summary: text("How many rows a table has, or how many fulfill conditions."),
  fields: { table, where: optional(where) },
  result: v.number(),
  run: async (context, given) =>
    countRows(context.session, given.table, await chosen(context, given.table, given.where), asked(context)),
});

/** Tables of rows. */
export const tableOperations = [
  createTableOperation,
  appendColumnsOperation,
  describe,
  insertRowOperation,
  updateRowOperation,
  removeRowOperation,
  updateMatchingOperation,
  removeMatchingOperation,
  oneRow,
  someRows,
  rowCount,
  queryOperation,
  sqlOperation,
] as const;
