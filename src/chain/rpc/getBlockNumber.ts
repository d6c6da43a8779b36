import type { ChainClient, RequestOptions } from "../client";
import { callMethod, type WireMethod } from "./wireMethod";
import { count } from "./wireSchemas";

export const getBlockNumberMethod = {
  name: "getBlockNumber",
  leading: "groupAndNode",
  since: "3.0.0",
  parameters: [],
  result: count,
} as const satisfies WireMethod;

/** Height of the chain as the node knows it. */
export function getBlockNumber(client: ChainClient, options?: RequestOptions): Promise<number> {
  return callMethod(client, getBlockNumberMethod, [], options);
}
