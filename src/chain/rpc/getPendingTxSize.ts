import type { ChainClient, RequestOptions } from "../client";
import { callMethod, type WireMethod } from "./wireMethod";
import { count } from "./wireSchemas";

export const getPendingTxSizeMethod = {
  name: "getPendingTxSize",
  leading: "groupAndNode",
  since: "3.0.0",
  parameters: [],
  result: count,
} as const satisfies WireMethod;

/** Transactions waiting in the pool of the node. */
export function getPendingTxSize(client: ChainClient, options?: RequestOptions): Promise<number> {
  return callMethod(client, getPendingTxSizeMethod, [], options);
}
