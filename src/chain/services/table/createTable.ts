import type { Signer } from "../../../crypto/cryptoSuite";
import { atLeast } from "../../../text/versions";
import type { ChainSession } from "../../session";
import { type WriteOptions, type WriteOutcome, writePrecompiled } from "../../transaction/precompiledCall";
import { requireVersion } from "../compatibility";
import type { KeyOrder } from "./describeTable";
import { requireColumns, requireTableName, type TableColumns } from "./tableNames";

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
