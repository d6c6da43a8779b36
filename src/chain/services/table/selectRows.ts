import type { Address } from "../../../crypto/bytes/hex";
import { clientError } from "../../../errors/clientError";
import type { RequestOptions } from "../../client/client";
import type { ChainSession } from "../../session";
import { readPrecompiled } from "../../transaction/precompiledCall";
import { getExecutorVersion } from "../executorVersion";
import {
  type Condition,
  fulfils,
  maxRows,
  type RowLimit,
  requireKeyForm,
  rowsWithin,
  wireConditions,
} from "./condition";
import { describeTable, type TableDescription } from "./describeTable";
import { openTable } from "./openTable";

/** Column names and values, the key column first. */
export type TableRow = Readonly<Record<string, string>>;

interface WireEntry {
  readonly key: string;
  readonly fields: readonly string[];
}

/** A row from before a column was added is shorter. */
function readRow({ keyField, valueFields }: TableDescription, { key, fields }: WireEntry): TableRow {
  return Object.fromEntries([[keyField, key], ...valueFields.map((field, index) => [field, fields[index] ?? ""])]);
}

/** The row of a key; undefined when there is none. */
export async function selectRow(
  session: ChainSession,
  table: string,
  key: string,
  options?: RequestOptions,
): Promise<TableRow | undefined> {
  const description = await describeTable(session, table, options);
  requireKeyForm(description, key);
  const address = await openTable(session, table, options);
  const request = { contract: "Table", address, function: "select(string)", args: [key] } as const;
  const [found] = await readPrecompiled(session, request, options);
  const entry = found as unknown as WireEntry;
  return entry.key === "" && entry.fields.length === 0 ? undefined : readRow(description, entry);
}

/** A table that has been asked what it is. */
interface OpenedTable {
  readonly session: ChainSession;
  readonly description: TableDescription;
  readonly address: Address;
  readonly options: RequestOptions;
}

async function open(
  session: ChainSession,
  table: string,
  conditions: readonly Condition[],
  { offset, count, ...options }: RowLimit & RequestOptions,
): Promise<OpenedTable> {
  const description = await describeTable(session, table, options);
  wireConditions(session, description, conditions, { offset: offset ?? 0, count: count ?? maxRows });
  return { session, description, address: await openTable(session, table, options), options };
}

async function askCount(table: OpenedTable, conditions: readonly Condition[]): Promise<number> {
  const { session, description, address, options } = table;
  const wire = wireConditions(session, description, conditions);
  const call = { function: `count(${wire.form})`, args: [wire.conditions] };
  const [count] = await readPrecompiled(session, { contract: "Table", address, ...call }, options);
  return Number(count);
}

/** The rows that the node finds by itself. */
async function askRows(
  { session, description, address, options }: OpenedTable,
  conditions: readonly Condition[],
  limit?: RowLimit,
): Promise<readonly WireEntry[]> {
  const wire = wireConditions(session, description, conditions, limit);
  const call = { function: `select(${wire.form},(uint32,uint32))`, args: [wire.conditions, wire.limit] };
  const [entries] = await readPrecompiled(session, { contract: "Table", address, ...call }, options);
  return entries as unknown as WireEntry[];
}

/** Rows in the order of their keys, page by page, each page beginning behind the last key. */
async function* readPages(table: OpenedTable, conditions: readonly Condition[]): AsyncGenerator<TableRow[]> {
  const { description } = table;
  let behind: readonly Condition[] = [];
  for (;;) {
    const rows = (await askRows(table, [...conditions, ...behind])).map((row) => readRow(description, row));
    const last = rows.at(-1)?.[description.keyField];
    // Pages without an end: no chain gives a row that isn't behind the key that was named.
    if (last !== undefined && last === behind[0]?.value)
      throw clientError("unexpectedShape", {
        method: "call",
        path: "result",
        problem: "expected rows behind the last key",
      });
    yield rows;
    if (rows.length < maxRows || last === undefined) return;
    behind = [{ field: description.keyField, operator: ">", value: last }];
  }
}

/** Conditions that choose every row: the node wants at least one. */
export function everyRow({ keyField, keyOrder }: TableDescription): Condition {
  return { field: keyField, operator: ">=", value: keyOrder === "numerical" ? "-9223372036854775808" : "" };
}

/**
 * How to have the conditions decided. Executor version 1 looks for values among the first 500 keys only and silently leaves out the
 * rest, so in a larger table there the values are compared here (docs/protocol/precompiled-contracts.md, "Paging").
 */
async function decide(
  table: OpenedTable,
  conditions: readonly Condition[],
): Promise<{ forNode: readonly Condition[]; here: readonly Condition[] }> {
  const { keyField } = table.description;
  const values = conditions.filter(({ field }) => field !== keyField);
  if (values.length === 0) return { forNode: conditions, here: [] };
  const keys = conditions.filter(({ field }) => field === keyField);
  const candidates = keys.length > 0 ? keys : [everyRow(table.description)];
  const few = (await askCount(table, candidates)) < maxRows;
  if (few || (await getExecutorVersion(table.session, table.options)) === 0) return { forNode: conditions, here: [] };
  return { forNode: candidates, here: values };
}

/**
 * Rows that fulfil all conditions, in the order of their keys, at most `maxRows`.
 * @throws ChainError usage `tableNotFound`, `fieldUnknown`, `conditionNeeded`, `limitTooLarge`, `numericKey`.
 */
export async function selectRows(
  session: ChainSession,
  table: string,
  conditions: readonly Condition[],
  { offset = 0, count = maxRows, ...options }: RowLimit & RequestOptions = {},
): Promise<TableRow[]> {
  const opened = await open(session, table, conditions, { offset, count, ...options });
  // Executor version 1 takes a count of 0 for no limit.
  if (count === 0) return [];
  const { forNode, here } = await decide(opened, conditions);
  const rows: TableRow[] = [];
  for await (const page of readPages(opened, forNode)) {
    rows.push(...page.filter((row) => here.every((condition) => fulfils(condition, row))));
    if (rows.length >= offset + count) break;
  }
  return rows.slice(offset, offset + count);
}

/** How many rows fulfil all conditions, without the limit of a selection. A chain of 3.0 always says 0. */
export async function countRows(
  session: ChainSession,
  table: string,
  conditions: readonly Condition[],
  options: RequestOptions = {},
): Promise<number> {
  const opened = await open(session, table, conditions, options);
  const { forNode, here } = await decide(opened, conditions);
  if (here.length === 0) {
    const count = await askCount(opened, forNode);
    // Executor version 1 counts no further.
    if (count < maxRows || (await getExecutorVersion(session, options)) === 0) return count;
  }
  let count = 0;
  for await (const page of readPages(opened, forNode)) {
    count += page.filter((row) => here.every((condition) => fulfils(condition, row))).length;
  }
  return count;
}

/**
 * How many rows fulfil the conditions, and how many of them a change by these conditions meets: executor version 1 looks for values in the
 * first rows only, and finds nothing behind an offset (docs/protocol/precompiled-contracts.md, "Paging"). What its `select` finds is what
 * its `update` and `remove` find.
 */
export async function reachedRows(
  session: ChainSession,
  table: string,
  conditions: readonly Condition[],
  { offset = 0, count = maxRows, ...options }: RowLimit & RequestOptions = {},
): Promise<{ readonly matching: number; readonly reached: number }> {
  const matching = await countRows(session, table, conditions, options);
  const within = rowsWithin(matching, { offset, count });
  const opened = await open(session, table, conditions, { offset, count, ...options });
  const isByKey = conditions.every(({ field }) => field === opened.description.keyField);
  if (within === 0 || (isByKey && offset === 0)) return { matching, reached: within };
  return { matching, reached: (await askRows(opened, conditions, { offset, count })).length };
}
