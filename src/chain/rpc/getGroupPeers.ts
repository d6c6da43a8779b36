import * as v from "valibot";
import { clientError } from "../../errors/clientError";
import type { ChainClient, RequestOptions } from "../client/client";
import { getGroupList } from "./groups";
import { callMethod, wireMethod } from "./wireMethod";
import { nodeId } from "./wireSchemas";

export const getGroupPeersMethod = wireMethod("getGroupPeers", {}, v.array(nodeId), { leading: "group" });

/**
 * Node IDs of the group that can be reached, this node included.
 * @throws ChainError rpc `unknownGroup`: a node answers an empty list for a group that it does not have.
 */
export async function getGroupPeers(client: ChainClient, options?: RequestOptions): Promise<string[]> {
  const peers = await callMethod(client, getGroupPeersMethod, [], options);
  if (peers.length > 0) return peers;
  const groups = await getGroupList(client, options);
  if (groups.includes(client.group)) return peers;
  throw clientError("unknownGroup", { group: client.group, groups });
}
