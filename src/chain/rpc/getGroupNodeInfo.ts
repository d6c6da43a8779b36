import * as v from "valibot";
import type { ChainClient, RequestOptions } from "../client";
import { type NodeInfo, nodeInfoSchema } from "./groupInfoSchema";
import { callMethod, type WireMethod } from "./wireMethod";

export const getGroupNodeInfoMethod = {
  name: "getGroupNodeInfo",
  leading: "groupAndNode",
  since: "3.0.0",
  parameters: [],
  result: v.nullable(nodeInfoSchema),
} as const satisfies WireMethod;

/** Info of the node that the client names (`client.node`, here a key on every deployment); null for an unknown name. */
export function getGroupNodeInfo(client: ChainClient, options?: RequestOptions): Promise<NodeInfo | null> {
  return callMethod(client, getGroupNodeInfoMethod, [], options);
}
