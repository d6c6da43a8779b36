import type { RequestOptions } from "../../client/client";
import type { ChainSession } from "../../session";
import { readPrecompiled } from "../../transaction/precompiledCall";
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
  const [found, value] = await readPrecompiled(session, request, options);
  return found === true ? String(value) : undefined;
}
