import type { Condition, ConditionOperator, RowLimit } from "../../chain/services/table/condition";
import {
  appendColumns as appendColumnsOf,
  type CreateTableRequest,
  createTable,
} from "../../chain/services/table/createTable";
import { describeTable, type KeyOrder, type TableDescription } from "../../chain/services/table/describeTable";
import { insertRow, type RowsRequest, removeRows, updateRows } from "../../chain/services/table/rows";
import { countRows, selectRow, selectRows, type TableRow } from "../../chain/services/table/selectRows";
import type { TableColumns } from "../../chain/services/table/tableNames";
import type { Account } from "../base/accounts";
import type { Chain } from "../base/chain";
import type { RequestOptions, WriteOptions, WriteResult } from "../base/records";

export type {
  Condition,
  ConditionOperator,
  CreateTableRequest,
  KeyOrder,
  RowLimit,
  RowsRequest,
  TableColumns,
  TableDescription,
  TableRow,
};

/**
 * Makes a table of rows: a key column and columns of text.
 * @param request names of the table and its columns
 * @returns the return code of the built-in contract and the receipt, when the transaction is in a block
 * @throws ChainError usage `tableName`, `fieldName`, … before signing; precompiled −50001 when it is there
 * @example
 * ```ts
 * await tables.create(chain, account, { table: "people", keyField: "id", valueFields: ["name", "city"] });
 * ```
 */
export const create: (
  chain: Chain,
  account: Account,
  request: CreateTableRequest,
  options?: WriteOptions,
) => Promise<WriteResult> = createTable;

/**
 * Columns of a table.
 * @returns names of its columns, and how keys are ordered
 * @throws ChainError usage `tableNotFound`
 * @example
 * ```ts
 * const { keyField, valueFields } = await tables.describe(chain, "people");
 * console.log(keyField, valueFields);
 * ```
 */
export const describe: (chain: Chain, table: string, options?: RequestOptions) => Promise<TableDescription> =
  describeTable;

/**
 * Inserts a row: a value for every column.
 * @param request table, and a text for each column
 * @returns the return code of the built-in contract and the receipt, when the transaction is in a block
 * @throws ChainError usage `fieldUnknown`, `fieldMissing`, … before signing; precompiled −51506 when the key is there
 * @example
 * ```ts
 * await tables.insert(chain, account, { table: "people", row: { id: "1", name: "Li", city: "Shenzhen" } });
 * ```
 */
export const insert: (
  chain: Chain,
  account: Account,
  request: { readonly table: string; readonly row: TableRow },
  options?: WriteOptions,
) => Promise<WriteResult> = insertRow;

/**
 * Changes columns of the row of a key, or of those that fulfil all conditions (500 at most); `code` is the number of rows.
 * @param request which rows, and their new texts
 * @returns the return code of the built-in contract and the receipt, when the transaction is in a block
 * @throws ChainError usage before signing; precompiled −51507 when the key is missing
 * @example
 * ```ts
 * await tables.update(chain, account, { table: "people", key: "1", changes: { city: "Beijing" } });
 * ```
 */
export const update: (
  chain: Chain,
  account: Account,
  request: RowsRequest & { readonly changes: TableRow },
  options?: WriteOptions,
) => Promise<WriteResult> = updateRows;

/**
 * Removes the row of a key, or those that fulfil all conditions (500 at most); `code` is the number of rows.
 * @param request which rows
 * @returns the return code of the built-in contract and the receipt, when the transaction is in a block
 * @throws ChainError usage before signing; precompiled −51508 when the key is missing
 * @example
 * ```ts
 * await tables.remove(chain, account, { table: "people", key: "1" });
 * ```
 */
export const remove: (
  chain: Chain,
  account: Account,
  request: RowsRequest,
  options?: WriteOptions,
) => Promise<WriteResult> = removeRows;

/**
 * The row of a key; undefined when there is none.
 * @returns its texts by column
 * @example
 * ```ts
 * console.log((await tables.get(chain, "people", "1"))?.["city"]);
 * ```
 */
export const get: (
  chain: Chain,
  table: string,
  key: string,
  options?: RequestOptions,
) => Promise<TableRow | undefined> = selectRow;

/**
 * The rows that fulfil all conditions; without `limit` all of them, in as many requests as that needs.
 * @param conditions on the key, or since 3.2 on any column
 * @returns the rows in the order of their keys
 * @example
 * ```ts
 * const found = await tables.select(chain, "people", [{ field: "city", operator: "startsWith", value: "Shen" }]);
 * console.log(found.length);
 * ```
 */
export const select: (
  chain: Chain,
  table: string,
  conditions: readonly Condition[],
  options?: RowLimit & RequestOptions,
) => Promise<readonly TableRow[]> = selectRows;

/**
 * How many rows fulfil all conditions.
 * @param conditions on the key, or since 3.2 on any column
 * @returns their number
 * @example
 * ```ts
 * console.log(await tables.count(chain, "people", []));
 * ```
 */
export const count: (
  chain: Chain,
  table: string,
  conditions: readonly Condition[],
  options?: RequestOptions,
) => Promise<number> = countRows;

/**
 * Adds columns to a table.
 * @returns the return code of the built-in contract and the receipt, when the transaction is in a block
 * @throws ChainError precompiled −50100 without such a table, −50007 when a column is there
 * @example
 * ```ts
 * await tables.appendColumns(chain, account, { table: "people", columns: ["phone"] });
 * ```
 */
export const appendColumns: (
  chain: Chain,
  account: Account,
  request: { readonly table: string; readonly columns: readonly string[] },
  options?: WriteOptions,
) => Promise<WriteResult> = appendColumnsOf;
