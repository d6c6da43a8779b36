import * as v from "valibot";
import type { ChainClient, RequestOptions } from "../client/client";
import { callMethod, wireMethod } from "./wireMethod";
import { exactInteger, nodeId } from "./wireSchemas";

/** A member of the consensus. `termWeight` since 3.12. */
export const weighedNodesSchema = v.array(
  v.looseObject({ nodeID: nodeId, weight: exactInteger, termWeight: v.optional(exactInteger) }),
);

export type WeighedNode = v.InferOutput<typeof weighedNodesSchema>[number];

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

export const getSealerListMethod = wireMethod("getSealerList", {}, weighedNodesSchema);

/** The nodes that make blocks. */
export function getSealerList(client: ChainClient, options?: RequestOptions): Promise<WeighedNode[]> {
  return callMethod(client, getSealerListMethod, [], options);
}

export const getObserverListMethod = wireMethod("getObserverList", {}, v.array(nodeId));

/** Node IDs of those that follow the chain without making blocks. */
export function getObserverList(client: ChainClient, options?: RequestOptions): Promise<string[]> {
  return callMethod(client, getObserverListMethod, [], options);
}
