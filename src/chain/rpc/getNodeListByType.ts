import type { ChainClient, RequestOptions } from "../client/client";
import { type WeighedNode, weighedNodesSchema } from "./nodeListSchema";
import { callMethod, wireMethod } from "./wireMethod";

/** Candidate sealers exist under rPBFT. */
export type NodeType = "consensus_sealer" | "consensus_observer" | "consensus_candidate_sealer";

export const getNodeListByTypeMethod = wireMethod("getNodeListByType", { type: "text" }, weighedNodesSchema, {
  since: "3.5.0",
});

/** The nodes of one role; observers have weight 0. */
export function getNodeListByType(
  client: ChainClient,
  type: NodeType,
  options?: RequestOptions,
): Promise<WeighedNode[]> {
  return callMethod(client, getNodeListByTypeMethod, [type], options);
}
