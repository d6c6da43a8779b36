import type { Signer } from "../../../crypto/cryptoSuite";
import type { ChainSession } from "../../session";
import { type WriteOptions, type WriteOutcome, writePrecompiled } from "../../transaction/precompiledCall";
import { requireColumns, tableName } from "./tableNames";

/**
 * Adds columns to a table. Rows written before are shorter until they are written again.
 * @throws ChainError usage `fieldName`, `fieldDuplicate` before signing; `precompiled` −50100 (no such table), −50007 (column is there).
 */
export async function appendColumns(
  session: ChainSession,
  signer: Signer,
  request: { readonly table: string; readonly columns: readonly string[] },
  options?: WriteOptions,
): Promise<WriteOutcome> {
  const [first = "", ...others] = request.columns;
  requireColumns({ keyField: first, valueFields: others });
  const args = [tableName(request.table), request.columns];
  return writePrecompiled(session, signer, { contract: "TableManager", function: "appendColumns", args }, options);
}
