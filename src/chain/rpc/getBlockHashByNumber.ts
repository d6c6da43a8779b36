import type { Hex } from "../../crypto/bytes/hex";
import type { ChainClient, RequestOptions } from "../client/client";
import { callMethod, wireMethod } from "./wireMethod";
import { hash } from "./wireSchemas";

export const getBlockHashByNumberMethod = wireMethod("getBlockHashByNumber", { number: "blockNumber" }, hash);

/** Hash of a block. An unknown number is no error: the answer is 32 zero bytes. */
export function getBlockHashByNumber(client: ChainClient, number: number, options?: RequestOptions): Promise<Hex> {
  return callMethod(client, getBlockHashByNumberMethod, [number], options);
}
