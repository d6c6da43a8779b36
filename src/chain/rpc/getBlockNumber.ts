import type { ChainClient, RequestOptions } from "../client/client";
import { callMethod, wireMethod } from "./wireMethod";
import { count } from "./wireSchemas";

export const getBlockNumberMethod = wireMethod("getBlockNumber", {}, count);

/** Height of the chain as the node knows it. */
export function getBlockNumber(client: ChainClient, options?: RequestOptions): Promise<number> {
  return callMethod(client, getBlockNumberMethod, [], options);
}
