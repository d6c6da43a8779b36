import { type Address, charactersOfHex, isAddress, isSameAddress, zeroAddress } from "../../../crypto/bytes/hex";
import { clientError } from "../../../errors/clientError";
import type { RequestOptions } from "../../client/client";
import { getCode } from "../../rpc/contractCode";
import type { ChainSession } from "../../session";
import { readPrecompiled, type WriteOptions } from "../../transaction/precompiledCall";
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

/** How a change of a table is sent. `open`: how the table's address is found; the node's word for it when absent. */
export interface TableWriteOptions extends WriteOptions {
  readonly open?: typeof openTable;
}

/** The path that stands in the code at a table's address, which names the built-in contract behind it; undefined for other code. */
function pathInCode(code: string): string | undefined {
  const text = charactersOfHex(code.slice(2));
  return /^\[PRECOMPILED\],[0-9a-f]{1,64},(?:u_)?\/?tables\/([\w/]{1,100})$/.exec(text)?.[1];
}

/**
 * Address of a table that a transaction is to be sent to. Which address that is, the node chooses by its answer: the link at the table's
 * path and the code at the address have to say the same. They come from the same node, so its word is what it rests on.
 * @throws ChainError usage `tableNotFound`, `tableElsewhere`.
 */
export async function openTableToWrite(
  session: ChainSession,
  table: string,
  options?: RequestOptions,
): Promise<Address> {
  const address = await openTable(session, table, options);
  const name = tableName(table);
  const request = { contract: "BFS", function: "readlink", args: [`/tables/${name}`] } as const;
  const [[linked], code] = await Promise.all([
    readPrecompiled(session, request, options),
    getCode(session.client, address, options),
  ]);
  const known = typeof linked === "string" && isAddress(linked) && linked !== zeroAddress;
  const other = known && !isSameAddress(linked, address) ? linked : pathInCode(code);
  if (other !== undefined && other !== name) throw clientError("tableElsewhere", { table: name, address, other });
  return address;
}
