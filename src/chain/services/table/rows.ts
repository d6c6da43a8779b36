import type { Signer } from "../../../crypto/cryptoSuite";
import { clientError } from "../../../errors/clientError";
import { questionsFor } from "../../client/client";
import type { ChainSession } from "../../session";
import { type WriteOutcome, writePrecompiled } from "../../transaction/precompiledCall";
import { type Condition, changedRows, type RowLimit, requireField, requireKeyForm } from "./condition";
import { describeTable, type TableDescription } from "./describeTable";
import { openTable, type TableWriteOptions } from "./openTable";
import type { TableRow } from "./selectRows";
import { requireKey, requireValue } from "./tableNames";

/** Which rows: the one of a key, or those that fulfil all conditions. */
export interface RowsRequest {
  readonly table: string;
  readonly key?: string;
  readonly conditions?: readonly Condition[];
  readonly limit?: RowLimit;
}

function changedFields(description: TableDescription, changes: TableRow): [string, string][] {
  return Object.entries(changes).map(([field, value]) => {
    requireField(description, field);
    if (field === description.keyField) throw clientError("fieldIsKey", { field });
    requireValue(field, value);
    return [field, value];
  });
}

/**
 * Changes columns of one row or of those that fulfil the conditions (500 at most). `code` of the outcome is the number of rows.
 * @throws ChainError usage as `selectRows`, `fieldIsKey`, `valueTooLong` before signing; `precompiled` −51507 when the key is missing.
 */
export async function updateRows(
  session: ChainSession,
  signer: Signer,
  request: RowsRequest & { readonly changes: TableRow },
  options?: TableWriteOptions,
): Promise<WriteOutcome> {
  const description = await describeTable(session, request.table, questionsFor(options));
  const changes = changedFields(description, request.changes);
  if (request.key !== undefined) {
    requireKeyForm(description, request.key);
    const address = await (options?.open ?? openTable)(session, request.table, questionsFor(options));
    const call = { function: "update(string,(string,string)[])", args: [request.key, changes] };
    return writePrecompiled(session, signer, { contract: "Table", address, ...call }, options);
  }
  const wire = changedRows(session, description, request);
  const address = await (options?.open ?? openTable)(session, request.table, questionsFor(options));
  const form = `update(${wire.form},(uint32,uint32),(string,string)[])`;
  const call = { function: form, args: [wire.conditions, wire.limit, changes] };
  return writePrecompiled(session, signer, { contract: "Table", address, ...call }, options);
}

/**
 * Removes one row or those that fulfil the conditions (500 at most). `code` of the outcome is the number of rows.
 * @throws ChainError usage as `selectRows` before signing; `precompiled` −51508 when the key is missing.
 */
export async function removeRows(
  session: ChainSession,
  signer: Signer,
  request: RowsRequest,
  options?: TableWriteOptions,
): Promise<WriteOutcome> {
  const description = await describeTable(session, request.table, questionsFor(options));
  if (request.key !== undefined) {
    requireKeyForm(description, request.key);
    const address = await (options?.open ?? openTable)(session, request.table, questionsFor(options));
    const call = { function: "remove(string)", args: [request.key] };
    return writePrecompiled(session, signer, { contract: "Table", address, ...call }, options);
  }
  const wire = changedRows(session, description, request);
  const address = await (options?.open ?? openTable)(session, request.table, questionsFor(options));
  const call = { function: `remove(${wire.form},(uint32,uint32))`, args: [wire.conditions, wire.limit] };
  return writePrecompiled(session, signer, { contract: "Table", address, ...call }, options);
}

/**
 * Inserts a row: a value for every column.
 * @throws ChainError usage `tableNotFound`, `fieldUnknown`, `fieldMissing`, `keyEmpty`, `keyTooLong`, `valueTooLong`, `numericKey` before
 * signing; `precompiled` −51506 when the key is there.
 */
export async function insertRow(
  session: ChainSession,
  signer: Signer,
  request: { readonly table: string; readonly row: TableRow },
  options?: TableWriteOptions,
): Promise<WriteOutcome> {
  const { table, row } = request;
  const description = await describeTable(session, table, questionsFor(options));
  const columns = [description.keyField, ...description.valueFields];
  for (const field of Object.keys(row)) requireField(description, field);
  const [key = "", ...values] = columns.map((field) => {
    const value = Object.hasOwn(row, field) ? row[field] : undefined;
    if (value === undefined) throw clientError("fieldMissing", { table, field, columns });
    requireValue(field, value);
    return value;
  });
  requireKey(key);
  requireKeyForm(description, key);
  const address = await (options?.open ?? openTable)(session, table, questionsFor(options));
  const call = { function: "insert", args: [[key, values]] };
  return writePrecompiled(session, signer, { contract: "Table", address, ...call }, options);
}
