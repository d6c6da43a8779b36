import type { Signer } from "../../../crypto/cryptoSuite";
import { atLeast } from "../../../text/versions";
import type { ChainSession } from "../../session";
import { type WriteOptions, type WriteOutcome, writePrecompiled } from "../../transaction/precompiledCall";
import { requireVersion } from "../compatibility";
import type { KeyOrder } from "./describeTable";
import { requireColumns, requireTableName, type TableColumns, tableName } from "./tableNames";

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

export interface CreateTableRequest extends TableColumns {
  readonly table: string;
  /** Default lexicographic. Numerical since 3.2. */
  readonly keyOrder?: KeyOrder;
}

/**
 * Makes a table of rows. All columns hold texts. Every account may.
 * @throws ChainError usage `tableName`, `fieldName`, `fieldDuplicate`, `fieldsTooLong` before signing; `precompiled` −50001 when it is
 * there.
 */
export async function createTable(
  session: ChainSession,
  signer: Signer,
  request: CreateTableRequest,
  options?: WriteOptions,
): Promise<WriteOutcome> {
  const name = requireTableName(request.table);
  requireColumns(request);
  const { keyField, valueFields, keyOrder = "lexicographic" } = request;
  if (keyOrder === "numerical") requireVersion(session, "a table with numerical keys", "3.2.0");
  const order = keyOrder === "numerical" ? 1 : 0;
  const call = atLeast(session.compatibilityVersion, "3.2.0")
    ? { function: "createTable(string,(uint8,string,string[]))", args: [name, [order, keyField, valueFields]] }
    : { function: "createTable(string,(string,string[]))", args: [name, [keyField, valueFields]] };
  return writePrecompiled(session, signer, { contract: "TableManager", ...call }, options);
}
