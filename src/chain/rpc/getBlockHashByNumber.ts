import type { Hex } from "../../crypto/hex";
import type { ChainClient, RequestOptions } from "../client";
import { callMethod, type WireMethod } from "./wireMethod";
import { hash } from "./wireSchemas";

export const getBlockHashByNumberMethod = {
  name: "getBlockHashByNumber",
  leading: "groupAndNode",
  since: "3.0.0",
  parameters: [{ name: "number", type: "blockNumber" }],
  result: hash,
} as const satisfies WireMethod;

/** Hash of a block. An unknown number is no error: the answer is 32 zero bytes. */
export function getBlockHashByNumber(client: ChainClient, number: number, options?: RequestOptions): Promise<Hex> {
  return callMethod(client, getBlockHashByNumberMethod, [number], options);
}
