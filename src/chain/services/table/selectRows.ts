import type { Address } from "../../../crypto/hex";
import type { RequestOptions } from "../../client";
import type { ChainSession } from "../../session";
import { readBuiltin } from "../builtinCall";
import { type Condition, type RowLimit, requireKeyForm, wireConditions } from "./condition";
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
  const [found] = await readBuiltin(session, request, options);
  const entry = found as unknown as WireEntry;
  return entry.key === "" && entry.fields.length === 0 ? undefined : readRow(description, entry);
}

/** One question to the node, without an offset. */
async function readPage(
  session: ChainSession,
  { address, description }: { readonly address: Address; readonly description: TableDescription },
  conditions: readonly Condition[],
  options: RequestOptions,
): Promise<TableRow[]> {
  const wire = wireConditions(session, description, conditions);
  const call = { function: `select(${wire.form},(uint32,uint32))`, args: [wire.conditions, wire.limit] };
  const [rows] = await readBuiltin(session, { contract: "Table", address, ...call }, options);
  return (rows as unknown as WireEntry[]).map((row) => readRow(description, row));
}

/**
 * Rows that fulfil all conditions, in the order of their keys, at most 500.
 *
 * Executor version 1 finds nothing behind an offset and everything for a count of 0, so neither is asked for: pages begin behind the
 * last key (docs/protocol/precompiled-contracts.md, "Paging").
 * @throws ChainError usage `tableNotFound`, `fieldUnknown`, `conditionNeeded`, `limitTooLarge`, `numericKey`.
 */
export async function selectRows(
  session: ChainSession,
  table: string,
  conditions: readonly Condition[],
  { offset = 0, count = 500, ...options }: RowLimit & RequestOptions = {},
): Promise<TableRow[]> {
  const description = await describeTable(session, table, options);
  wireConditions(session, description, conditions, { offset, count });
  if (count === 0) return [];
  const address = await openTable(session, table, options);
  const { keyField } = description;
  const rows: TableRow[] = [];
  let behind: readonly Condition[] = [];
  for (;;) {
    const page = await readPage(session, { address, description }, [...conditions, ...behind], options);
    rows.push(...page);
    const last = page.at(-1);
    if (rows.length >= offset + count || page.length < 500 || !last) return rows.slice(offset, offset + count);
    behind = [{ field: keyField, operator: ">", value: last[keyField] ?? "" }];
  }
}

/** How many rows fulfil all conditions, without the limit of a selection. A chain of 3.0 always says 0. */
export async function countRows(
  session: ChainSession,
  table: string,
  conditions: readonly Condition[],
  options?: RequestOptions,
): Promise<number> {
  const description = await describeTable(session, table, options);
  const wire = wireConditions(session, description, conditions);
  const address = await openTable(session, table, options);
  const call = { function: `count(${wire.form})`, args: [wire.conditions] };
  const [count] = await readBuiltin(session, { contract: "Table", address, ...call }, options);
  return Number(count);
}
