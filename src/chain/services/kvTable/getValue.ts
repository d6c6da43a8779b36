import type { RequestOptions } from "../../client";
import type { ChainSession } from "../../session";
import { readBuiltin } from "../builtinCall";
import { openTable } from "../table/openTable";
import { requireKey } from "../table/tableNames";

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
  const [found, value] = await readBuiltin(session, request, options);
  return found === true ? String(value) : undefined;
}
