import type { Signer } from "../../../crypto/cryptoSuite";
import type { ChainSession } from "../../session";
import { type WriteOptions, type WriteOutcome, writePrecompiled } from "../../transaction/precompiledCall";
import { requireColumns, requireTableName } from "../table/tableNames";

export interface CreateKvTableRequest {
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
