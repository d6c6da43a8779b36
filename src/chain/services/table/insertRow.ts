import type { Signer } from "../../../crypto/cryptoSuite";
import { clientError } from "../../../errors/clientError";
import { questionsFor } from "../../client/client";
import type { ChainSession } from "../../session";
import { type WriteOutcome, writePrecompiled } from "../../transaction/precompiledCall";
import { requireField, requireKeyForm } from "./condition";
import { describeTable } from "./describeTable";
import { openTable, type TableWriteOptions } from "./openTable";
import type { TableRow } from "./selectRows";
import { requireKey, requireValue } from "./tableNames";

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
