import { type Hex, zeroHash } from "../../crypto/bytes/hex";
import type { ChainClient, RequestOptions } from "../client/client";
import { nodeError } from "../errors/nodeError";
import { callMethod, wireMethod } from "./wireMethod";
import { hash } from "./wireSchemas";

export const getBlockHashByNumberMethod = wireMethod("getBlockHashByNumber", { number: "blockNumber" }, hash);

/** Hash of a block. An unknown number is no error: the answer is 32 zero bytes. */
export function getBlockHashByNumber(client: ChainClient, number: number, options?: RequestOptions): Promise<Hex> {
  return callMethod(client, getBlockHashByNumberMethod, [number], options);
}

/** The hash that a node gave for a number. @throws ChainError rpc 3006 where it gave none, as for the block itself */
export async function requireHash(given: Hex, number: number): Promise<Hex> {
  if (given !== zeroHash) return given;
  throw await nodeError(3006, "", { method: getBlockHashByNumberMethod.name, number });
}
