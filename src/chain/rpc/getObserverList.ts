import * as v from "valibot";
import type { ChainClient, RequestOptions } from "../client/client";
import { callMethod, wireMethod } from "./wireMethod";
import { nodeId } from "./wireSchemas";

export const getObserverListMethod = wireMethod("getObserverList", {}, v.array(nodeId));

/** Node IDs of those that follow the chain without making blocks. */
export function getObserverList(client: ChainClient, options?: RequestOptions): Promise<string[]> {
  return callMethod(client, getObserverListMethod, [], options);
}
