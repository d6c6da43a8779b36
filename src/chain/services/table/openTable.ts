import { type Address, zeroAddress } from "../../../crypto/bytes/hex";
import type { RequestOptions } from "../../client/client";
import { clientError } from "../../errors/clientError";
import type { ChainSession } from "../../session";
import { readPrecompiled } from "../../transaction/precompiledCall";
import { tableName } from "./tableNames";

/**
 * Address of a table, of either sort.
 * @throws ChainError usage `tableNotFound`.
 */
export async function openTable(session: ChainSession, table: string, options?: RequestOptions): Promise<Address> {
  const name = tableName(table);
  const request = { contract: "TableManager", function: "openTable", args: [name] } as const;
  const [address] = await readPrecompiled(session, request, options);
  if (address === zeroAddress) throw clientError("tableNotFound", { table: name });
  return address as Address;
}
