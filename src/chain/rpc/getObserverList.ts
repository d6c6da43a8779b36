import * as v from "valibot";
import type { ChainClient, RequestOptions } from "../client";
import { callMethod, type WireMethod } from "./wireMethod";
import { nodeId } from "./wireSchemas";

export const getObserverListMethod = {
  name: "getObserverList",
  leading: "groupAndNode",
  since: "3.0.0",
  parameters: [],
  result: v.array(nodeId),
} as const satisfies WireMethod;

/** Node IDs of those that follow the chain without making blocks. */
export function getObserverList(client: ChainClient, options?: RequestOptions): Promise<string[]> {
  return callMethod(client, getObserverListMethod, [], options);
}
