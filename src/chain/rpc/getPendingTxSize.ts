import type { ChainClient, RequestOptions } from "../client/client";
import { callMethod, wireMethod } from "./wireMethod";
import { count } from "./wireSchemas";

export const getPendingTxSizeMethod = wireMethod("getPendingTxSize", {}, count);

/** Transactions waiting in the pool of the node. */
export function getPendingTxSize(client: ChainClient, options?: RequestOptions): Promise<number> {
  return callMethod(client, getPendingTxSizeMethod, [], options);
}
