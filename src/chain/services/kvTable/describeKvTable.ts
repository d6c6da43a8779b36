import type { RequestOptions } from "../../client/client";
import type { ChainSession } from "../../session";
import { describeTable } from "../table/describeTable";

/** Names of the two columns of a key-value table. */
export async function describeKvTable(
  session: ChainSession,
  table: string,
  options?: RequestOptions,
): Promise<{ table: string; keyField: string; valueField: string }> {
  const { table: name, keyField, valueFields } = await describeTable(session, table, options);
  return { table: name, keyField, valueField: valueFields[0] ?? "" };
}
