import { tableLimits } from "../../../chain/abi/builtInLimits";
import type { PrecompiledHost } from "../host/host";
import { Refusal } from "../host/refusal";
import { rowsOf, type TableInfo } from "./tableInfo";

/** Comparison operators by their number: bytes are compared, not letters. */
const comparisons: readonly ((text: string, value: string) => boolean)[] = [
  (text, value) => text > value,
  (text, value) => text >= value,
  (text, value) => text < value,
  (text, value) => text <= value,
  (text, value) => text === value,
  (text, value) => text !== value,
  (text, value) => text.startsWith(value),
  (text, value) => text.endsWith(value),
  (text, value) => text.includes(value),
];
const lastRange = 3;
const equal = 4;
const notEqual = 5;

interface Comparison {
  readonly operator: number;
  readonly value: string;
}

/** Rows that a select, count, update or remove is about. */
export interface RowQuery {
  readonly keys: readonly Comparison[];
  readonly values: readonly (Comparison & { readonly column: number })[];
  readonly offset: number;
  readonly count: number;
}

const fewestKeys = 50;

const holds = ({ operator, value }: Comparison, text: string): boolean => comparisons[operator]?.(text, value) ?? false;

/** The form in which the key of a number-ordered table is kept, so that byte order is number order. */
function numericKey(key: string): string {
  const number = /^-?\d+$/.test(key) ? BigInt(key) : undefined;
  if (number === undefined || BigInt.asIntN(64, number) !== number || String(number) !== key) {
    throw new Refusal("The key cannot be converted to a number(int64)");
  }
  return String(number + 2n ** 63n).padStart(32, "0");
}

const fromNumericKey = (key: string): string => String(BigInt(key) - 2n ** 63n);

/** The key as it is kept in the table. */
export const storedKey = (info: TableInfo, key: string): string => (info.keyOrder === 1 ? numericKey(key) : key);
/** The key as it was given. */
export const givenKey = (info: TableInfo, key: string): string => (info.keyOrder === 1 ? fromNumericKey(key) : key);

function checkLimit(offset: bigint, count: bigint, conditions: number): void {
  if (count > BigInt(tableLimits.rows) || offset + count > 0xffffffffn) throw new Refusal("Limit overflow.");
  if (conditions === 0) throw new Refusal("Condition is empty");
}

/** The first form of a query: the key only, ranges only, and the key as the table keeps it. */
export function keyQuery(
  conditions: readonly { operator: bigint; value: string }[],
  offset: bigint,
  count: bigint,
): RowQuery {
  checkLimit(offset, count, conditions.length);
  const keys = conditions.map(({ operator, value }) => {
    if (operator > BigInt(lastRange)) throw new Refusal(`${operator} ConditionOP not exist!`);
    return { operator: Number(operator), value };
  });
  return { keys, values: [], offset: Number(offset), count: Number(count) };
}

/** The second form: any field and every operator. */
export function fieldQuery(
  info: TableInfo,
  conditions: readonly { operator: bigint; field: string; value: string }[],
  offset: bigint,
  count: bigint,
): RowQuery {
  checkLimit(offset, count, conditions.length);
  const keys: Comparison[] = [];
  const values: (Comparison & { column: number })[] = [];
  for (const { operator, field, value } of conditions) {
    const column = info.columns.indexOf(field);
    const ofKey = field === info.keyField;
    if (column < 0 && !ofKey) throw new Refusal("Table condition fields not found");
    const numeric = ofKey && info.keyOrder === 1 && !(operator > BigInt(notEqual) && operator < 9n);
    const compared = numeric ? numericKey(value) : value;
    if (operator >= BigInt(comparisons.length)) throw new Refusal(`${operator} ConditionOP not exist!`);
    const comparison = { operator: Number(operator), value: compared };
    if (ofKey) keys.push(comparison);
    else values.push({ ...comparison, column });
  }
  return { keys, values, offset: Number(offset), count: Number(count) };
}

function matchingKeys(host: PrecompiledHost, path: string, keys: readonly Comparison[]): string[] {
  const exact = keys.find(({ operator }) => operator === equal);
  const table = rowsOf(path);
  const candidates = exact ? (host.storage.get(table, exact.value) === undefined ? [] : [exact.value]) : undefined;
  const found = [...(candidates ?? host.storage.keys(table))].filter((key) => keys.every((one) => holds(one, key)));
  return found.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}

/** The baseline executor pages by a counter that it never advances: no offset, and everything for count 0. */
function page(host: PrecompiledHost, keys: string[], offset: number, count: number): string[] {
  if (host.block.executorVersion === 0) return keys.slice(offset, offset + count);
  if (offset > 0) return [];
  return count === 0 ? keys : keys.slice(0, count);
}

/** A row's values. A row written before columns were appended is shorter than the columns. */
export function readRow(host: PrecompiledHost, path: string, key: string): string[] | undefined {
  const row = host.storage.get(rowsOf(path), key);
  return row === undefined ? undefined : (JSON.parse(row) as string[]);
}

export function writeRow(
  host: PrecompiledHost,
  path: string,
  key: string,
  values: readonly string[] | undefined,
): void {
  host.storage.set(rowsOf(path), key, values && JSON.stringify(values));
}

function meetsValues(host: PrecompiledHost, path: string, query: RowQuery, key: string): boolean {
  const row = readRow(host, path, key);
  return query.values.every((one) => {
    const value = row?.[one.column];
    if (value === undefined) throw new Refusal("The field index is greater than the size of fields");
    return holds(one, value);
  });
}

/** How many keys the node takes at a time to look for values in: the baseline executor never gets beyond the first lot. */
function reachableKeys(host: PrecompiledHost, query: RowQuery, keys: string[], min: number): string[] {
  if (host.block.executorVersion === 0) return keys;
  const ranges = query.keys.length > 0 && query.keys.every(({ operator }) => operator <= lastRange);
  return keys.slice(0, ranges ? Math.max(min, fewestKeys) : tableLimits.rows);
}

/** Keys, as the table keeps them, of the rows that the query is about, in order. */
export function queryKeys(host: PrecompiledHost, path: string, query: RowQuery): string[] {
  const keys = matchingKeys(host, path, query.keys);
  if (query.values.length === 0) return page(host, keys, query.offset, query.count);
  const reachable = reachableKeys(host, query, keys, query.count);
  return reachable.filter((key) => meetsValues(host, path, query, key)).slice(query.offset, query.offset + query.count);
}

/** Number of rows that meet the conditions; the baseline executor counts at most 500. */
export function countRows(host: PrecompiledHost, path: string, query: RowQuery): number {
  const keys = matchingKeys(host, path, query.keys);
  const reachable = host.block.executorVersion === 0 ? keys : keys.slice(0, tableLimits.rows);
  if (query.values.length === 0) return reachable.length;
  return reachable.filter((key) => meetsValues(host, path, query, key)).length;
}
