import * as v from "valibot";
import type { ChainClient, RequestOptions } from "../client";
import { callMethod, type WireMethod } from "./wireMethod";
import { nodeId } from "./wireSchemas";

export const getGroupPeersMethod = {
  name: "getGroupPeers",
  leading: "group",
  since: "3.0.0",
  parameters: [],
  result: v.array(nodeId),
} as const satisfies WireMethod;

/** Node IDs of the group that can be reached, this node included. Empty for an unknown group. */
export function getGroupPeers(client: ChainClient, options?: RequestOptions): Promise<string[]> {
  return callMethod(client, getGroupPeersMethod, [], options);
}
