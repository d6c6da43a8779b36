import type { Signer } from "../../../crypto/cryptoSuite";
import type { ChainSession } from "../../session";
import { type WriteOptions, type WriteOutcome, writeBuiltin } from "../builtinCall";
import { isAtLeast, requireVersion } from "../compatibility";
import type { KeyOrder } from "./describeTable";
import { requireColumns, requireTableName, type TableColumns } from "./tableNames";

export interface CreateTableRequest extends TableColumns {
  readonly table: string;
  /** Default lexicographic. Numerical since 3.2. */
  readonly keyOrder?: KeyOrder;
}

/**
 * Makes a table of rows. All columns hold texts. Anybody may.
 * @throws ChainError usage `tableName`, `fieldName`, `fieldDuplicate`, `fieldsTooLong` before signing; `precompiled` −50001 when it is there.
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
  const call = isAtLeast(session, "3.2.0")
    ? { function: "createTable(string,(uint8,string,string[]))", args: [name, [order, keyField, valueFields]] }
    : { function: "createTable(string,(string,string[]))", args: [name, [keyField, valueFields]] };
  return writeBuiltin(session, signer, { contract: "TableManager", ...call }, options);
}
