import { isFieldName, isTableName, tableLimits, tablePath } from "../../../chain/abi/builtInLimits";
import { trimBytes } from "../host/abiBytes";
import type { FunctionContext } from "../host/contract";
import type { PrecompiledHost } from "../host/host";
import { Refusal } from "../host/refusal";

/** How a table's rows are ordered: by the bytes of the key, or by its value as a 64-bit number. */
type KeyOrder = 0 | 1;

export interface TableInfo {
  /** Made by the first form of `createTable` or as a key-value table: the key's name is no column when others are appended. */
  readonly firstForm?: boolean;
  readonly keyOrder: KeyOrder;
  readonly keyField: string;
  readonly columns: readonly string[];
}

const infoTable = "s_tables";
const fieldTooLong = -50003;
const nameTooLong = -50002;

/** Where the rows of the table at a path are kept. */
export const rowsOf = (path: string): string => `u_${path}`;

/** The table at a path; undefined when there is none. */
export function readTableInfo(host: PrecompiledHost, path: string): TableInfo | undefined {
  const row = host.storage.get(infoTable, path);
  if (row === undefined) return undefined;
  const [keyOrder, keyField = "", ...columns] = row.split(",");
  return { firstForm: keyOrder === "", keyOrder: keyOrder === "1" ? 1 : 0, keyField, columns };
}

/** The table that a call is about. @throws Refusal when there is none. */
export function existingTable({ host, parameter }: FunctionContext): TableInfo {
  const info = readTableInfo(host, parameter);
  if (!info) throw new Refusal(`u_${parameter} does not exist`);
  return info;
}

/** Keeps it as one text, as the node does: a comma in a column's name makes two columns of it, and no column is one without a name. */
export function writeTableInfo(host: PrecompiledHost, path: string, info: TableInfo): void {
  const order = info.firstForm ? "" : info.keyOrder;
  host.storage.set(infoTable, path, [order, info.keyField, info.columns.join(",")].join(","));
}

function checkField(field: string): void {
  if (!isFieldName(field)) throw new Refusal(`invalid field: ${field}`);
}

function checkNames(name: string, keyField: string, columns: readonly string[]): void {
  if (name !== "" && !isTableName(name)) {
    throw new Refusal(
      `Invalid table name "${name}", the table name must be letters or numbers, and only supports "{_, /}" as special character set`,
    );
  }
  checkField(keyField);
  const seen = new Set<string>();
  for (const column of columns) {
    if (seen.has(column)) throw new Refusal(`duplicated field: ${column}`);
    seen.add(column);
    checkField(column);
  }
}

/**
 * The parameters of a new table, trimmed.
 * @throws Refusal with the node's words, in the node's order of checks.
 */
export function checkNewTable(name: string, key: string, values: readonly string[], keyOrder: bigint): TableInfo {
  if (keyOrder !== 0n && keyOrder !== 1n) throw new Refusal(`${keyOrder} KeyOrder not exist!`);
  if (key.length > tableLimits.field) throw new Refusal(`table field name length overflow ${tableLimits.field}`);
  const columns = values.map(trimBytes);
  if (columns.some((column) => column.length > tableLimits.field)) {
    throw new Refusal(`code: ${fieldTooLong}table field name length overflow ${tableLimits.field}`);
  }
  const keyField = trimBytes(key);
  checkNames(name, keyField, columns);
  if (columns.join(",").length > tableLimits.fields) {
    throw new Refusal(`total table field name length overflow ${tableLimits.fields}`);
  }
  if (tablePath(name).length > tableLimits.path) {
    throw new Refusal(`errorCode: ${nameTooLong} tableName length overflow ${tableLimits.path}`);
  }
  return { keyOrder: keyOrder === 1n ? 1 : 0, keyField, columns };
}

/** Refuses a text that is too long for its place. */
export function checkLength(text: string, maxLength: number, errorCode: number): void {
  if (text.length <= maxLength) return;
  throw new Refusal(`size of value/key greater than${maxLength} error code: ${errorCode}`);
}

export const keyTooLong = -50005;
export const valueTooLong = -50006;
export const columnTooLong = fieldTooLong;
