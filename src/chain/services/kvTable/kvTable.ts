import type { Address, Hex } from "../../../crypto/bytes/hex";
import type { Signer } from "../../../crypto/cryptoSuite";
import { questionsFor, type RequestOptions } from "../../client/client";
import type { ChainSession } from "../../session";
import {
  readPrecompiled,
  type WriteOptions,
  type WriteOutcome,
  writePrecompiled,
} from "../../transaction/precompiledCall";
import { describeTable } from "../table/describeTable";
import { openTable, type TableWriteOptions } from "../table/openTable";
import { requireColumns, requireKey, requireTableName, requireValue } from "../table/tableNames";

interface CreateKvTableRequest {
  readonly table: string;
  /** Names of the two columns; they only describe. */
  readonly keyField: string;
  readonly valueField: string;
}

/**
 * Makes a table that holds one text for each key. Every account may.
 * @throws ChainError usage `tableName`, `fieldName` before signing; `precompiled` −50001 when it is there.
 */
export async function createKvTable(
  session: ChainSession,
  signer: Signer,
  request: CreateKvTableRequest,
  options?: WriteOptions,
): Promise<WriteOutcome> {
  const name = requireTableName(request.table);
  requireColumns({ keyField: request.keyField, valueFields: [request.valueField] });
  const args = [name, request.keyField, request.valueField];
  return writePrecompiled(session, signer, { contract: "TableManager", function: "createKVTable", args }, options);
}

/** Names of the two columns of a key-value table. */
export async function describeKvTable(
  session: ChainSession,
  table: string,
  options?: RequestOptions,
): Promise<{ table: string; keyField: string; valueField: string }> {
  const { table: name, keyField, valueFields } = await describeTable(session, table, options);
  return { table: name, keyField, valueField: valueFields[0] ?? "" };
}

/**
 * The text under a key; undefined when there is none.
 * @throws ChainError usage `tableNotFound`, `keyEmpty`, `keyTooLong`.
 */
export async function getValue(
  session: ChainSession,
  table: string,
  key: string,
  options?: RequestOptions,
): Promise<string | undefined> {
  requireKey(key);
  const address = await openTable(session, table, options);
  const request = { contract: "KVTable", address, function: "get", args: [key] } as const;
  const [found, value] = await readPrecompiled(session, request, options);
  return found === true ? String(value) : undefined;
}

interface SetValueRequest {
  readonly table: string;
  readonly key: string;
  readonly value: string;
}

/** How far a value is on its way into the table. */
export type SetValueProgress =
  | { readonly stage: "opened"; readonly address: Address }
  | { readonly stage: "signed"; readonly transactionHash: Hex }
  | { readonly stage: "mined"; readonly blockNumber: number };

interface SetValueOptions extends TableWriteOptions {
  readonly onProgress?: (progress: SetValueProgress) => void;
}

/**
 * Puts a text under a key, over an older one. With `onProgress` it is the official SDK's asyncSet as a promise.
 * @throws ChainError usage `tableNotFound`, `keyEmpty`, `keyTooLong`, `valueTooLong` before signing; `execution` 15 with the node's reason.
 */
export async function setValue(
  session: ChainSession,
  signer: Signer,
  { table, key, value }: SetValueRequest,
  { onProgress, ...options }: SetValueOptions = {},
): Promise<WriteOutcome> {
  requireKey(key);
  requireValue("value", value);
  const address = await (options.open ?? openTable)(session, table, questionsFor(options));
  onProgress?.({ stage: "opened", address });
  const onSigned = async (transactionHash: Hex): Promise<void> => {
    await options.onSigned?.(transactionHash);
    onProgress?.({ stage: "signed", transactionHash });
  };
  const request = { contract: "KVTable", address, function: "set", args: [key, value] } as const;
  const outcome = await writePrecompiled(session, signer, request, { ...options, onSigned });
  onProgress?.({ stage: "mined", blockNumber: outcome.receipt.blockNumber });
  return outcome;
}
