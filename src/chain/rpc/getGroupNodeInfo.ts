import * as v from "valibot";
import type { ChainClient, RequestOptions } from "../client/client";
import { type NodeInfo, nodeInfoSchema } from "./groupInfoSchema";
import { callMethod, wireMethod } from "./wireMethod";

export const getGroupNodeInfoMethod = wireMethod("getGroupNodeInfo", {}, v.nullable(nodeInfoSchema));

/** Info of the node that the client names (`client.node`, here a key on every deployment); null for an unknown name. */
export function getGroupNodeInfo(client: ChainClient, options?: RequestOptions): Promise<NodeInfo | null> {
  return callMethod(client, getGroupNodeInfoMethod, [], options);
}
