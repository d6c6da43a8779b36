import { clientError } from "../../../errors/clientError";
import { atLeast } from "../../../text/versions";
import type { RequestOptions } from "../../client/client";
import type { ChainSession } from "../../session";
import { readPrecompiled } from "../../transaction/precompiledCall";
import { tableName } from "./tableNames";

/** How the keys of a table are compared and ordered. */
export type KeyOrder = "lexicographic" | "numerical";

/** What a table is made of. */
export interface TableDescription {
  readonly table: string;
  readonly keyField: string;
  readonly valueFields: readonly string[];
  /** Chains before 3.2 know only the lexicographic one. */
  readonly keyOrder: KeyOrder;
}

/**
 * Columns of a table.
 * @throws ChainError usage `tableNotFound`: the node answers an empty description.
 */
export async function describeTable(
  session: ChainSession,
  table: string,
  options?: RequestOptions,
): Promise<TableDescription> {
  const name = tableName(table);
  const call = atLeast(session.compatibilityVersion, "3.2.0") ? "descWithKeyOrder" : "desc";
  const [info] = await readPrecompiled(session, { contract: "TableManager", function: call, args: [name] }, options);
  const { keyColumn, valueColumns, keyOrder } = info as {
    keyColumn: string;
    valueColumns: string[];
    keyOrder?: string;
  };
  if (keyColumn === "") throw clientError("tableNotFound", { table: name });
  const order = keyOrder === "1" ? "numerical" : "lexicographic";
  return { table: name, keyField: keyColumn, valueFields: valueColumns, keyOrder: order };
}
