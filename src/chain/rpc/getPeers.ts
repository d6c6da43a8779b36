import * as v from "valibot";
import { ChainError } from "../../errors/chainError";
import type { ChainClient, RequestOptions } from "../client/client";
import { callMethod, wireMethod } from "./wireMethod";
import { nodeId } from "./wireSchemas";

const gatewayMembers = {
  /** Identity of the TLS certificate, not the consensus node ID; its length depends on the kind of key. */
  p2pNodeID: v.string(),
  /** `ip:port`. Absent for a peer reached only through a neighbour. */
  endPoint: v.optional(v.string()),
  /** Consensus nodes behind the gateway, by group. */
  groupNodeIDInfo: v.optional(
    v.nullable(v.array(v.looseObject({ group: v.string(), nodeIDList: v.nullable(v.array(nodeId)) }))),
  ),
};
const gatewaySchema = v.looseObject(gatewayMembers);
const peersSchema = v.pipe(
  v.looseObject({ ...gatewayMembers, peers: v.nullish(v.array(gatewaySchema)) }),
  v.transform((own) => ({ variant: "gateway" as const, ...own, peers: own.peers ?? [] })),
);
/** The records of 2.x nodes. */
const olderPeersSchema = v.pipe(
  v.array(
    v.looseObject({
      Agency: v.optional(v.string()),
      IPAndPort: v.string(),
      Node: v.optional(v.string()),
      NodeID: v.string(),
      Topic: v.optional(v.nullable(v.array(v.unknown()))),
    }),
  ),
  v.transform((records) => ({ variant: "2.x" as const, records })),
);

/** A gateway of the P2P network: this node's own or a peer's. */
export type Gateway = v.InferOutput<typeof gatewaySchema>;
/** `gateway`: a 3.x node. `2.x`: the flat records of an older node, which this client otherwise does not support. */
export type Peers = v.InferOutput<typeof peersSchema> | v.InferOutput<typeof olderPeersSchema>;

// A 3.x node ignores it; an older one wants its group number here.
export const getPeersMethod = wireMethod("getPeers", { group: "json?" }, v.union([olderPeersSchema, peersSchema]), {
  leading: "none",
});

/** Errors with which an older node refuses a request that names no group. */
const groupWanted = new Set<number | string>([-32602, -32600]);

/** The node's own gateway and the peers of the P2P network. An older node is asked again with group 1, as its manual says. */
export async function getPeers(client: ChainClient, options?: RequestOptions): Promise<Peers> {
  try {
    return await callMethod(client, getPeersMethod, [], options);
  } catch (error) {
    if (!(error instanceof ChainError) || !groupWanted.has(error.code)) throw error;
    return callMethod(client, getPeersMethod, [1], options);
  }
}
