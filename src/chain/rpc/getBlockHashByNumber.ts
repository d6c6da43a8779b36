import { type Hex, zeroHash } from "../../crypto/bytes/hex";
import type { ChainClient, RequestOptions } from "../client/client";
import { nodeError } from "../errors/nodeError";
import { callMethod, wireMethod } from "./wireMethod";
import { hash } from "./wireSchemas";

export const getBlockHashByNumberMethod = wireMethod("getBlockHashByNumber", { number: "blockNumber" }, hash);

/** Hash of a block. @throws ChainError rpc 3006 for a number that the chain doesn't have, as for the block itself */
export async function requireBlockHash(client: ChainClient, number: number, options?: RequestOptions): Promise<Hex> {
  const found = await getBlockHashByNumber(client, number, options);
  if (found !== zeroHash) return found;
  throw await nodeError(3006, "", { method: getBlockHashByNumberMethod.name, number });
}

/** The same as a node says it. An unknown number is no error: the answer is 32 zero bytes. */
export function getBlockHashByNumber(client: ChainClient, number: number, options?: RequestOptions): Promise<Hex> {
  return callMethod(client, getBlockHashByNumberMethod, [number], options);
}
