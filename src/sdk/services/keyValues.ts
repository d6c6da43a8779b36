import { createKvTable, getValue, setValue } from "../../chain/services/kvTable/kvTable";
import type { Account } from "../base/accounts";
import type { Chain } from "../base/chain";
import type { RequestOptions, WriteOptions, WriteResult } from "../base/records";

/**
 * Makes a table that holds one text for each key. The columns' names only describe.
 * @returns the return code of the built-in contract and the receipt, when the transaction is in a block
 * @throws ChainError usage `tableName`, `fieldName` before signing; precompiled −50001 when it is there
 * @example
 * ```ts
 * await keyValues.create(chain, account, { table: "notes", keyField: "k", valueField: "v" });
 * ```
 */
export const create: (
  chain: Chain,
  account: Account,
  request: { readonly table: string; readonly keyField: string; readonly valueField: string },
  options?: WriteOptions,
) => Promise<WriteResult> = createKvTable;

/**
 * The text under a key; undefined when there is none.
 * @returns the text
 * @throws ChainError usage `tableNotFound`, `keyEmpty`, `keyTooLong`
 * @example
 * ```ts
 * console.log(await keyValues.get(chain, "notes", "greeting")); // good morning
 * ```
 */
export const get: (chain: Chain, table: string, key: string, options?: RequestOptions) => Promise<string | undefined> =
  getValue;

/**
 * Puts a text under a key, over an older one.
 * @returns the return code of the built-in contract and the receipt, when the transaction is in a block
 * @throws ChainError usage `tableNotFound`, `valueTooLong`, … before signing
 * @example
 * ```ts
 * await keyValues.set(chain, account, { table: "notes", key: "greeting", value: "good morning" });
 * ```
 */
export const set: (
  chain: Chain,
  account: Account,
  request: { readonly table: string; readonly key: string; readonly value: string },
  options?: WriteOptions,
) => Promise<WriteResult> = setValue;
