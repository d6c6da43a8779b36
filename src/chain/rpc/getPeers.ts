import * as v from "valibot";
import type { ChainClient, RequestOptions } from "../client";
import { callMethod, type WireMethod } from "./wireMethod";
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
  v.transform((own) => ({ flavour: "gateway" as const, ...own, peers: own.peers ?? [] })),
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
  v.transform((records) => ({ flavour: "2.x" as const, records })),
);

/** A gateway of the P2P network: this node's own or a peer's. */
export type Gateway = v.InferOutput<typeof gatewaySchema>;
/** `gateway`: a 3.x node. `2.x`: the flat records of an older node, which this client otherwise does not support. */
export type Peers = v.InferOutput<typeof peersSchema> | v.InferOutput<typeof olderPeersSchema>;

export const getPeersMethod = {
  name: "getPeers",
  leading: "none",
  since: "3.0.0",
  parameters: [],
  result: v.union([olderPeersSchema, peersSchema]),
} as const satisfies WireMethod;

/** The node's own gateway and the peers of the P2P network. */
export function getPeers(client: ChainClient, options?: RequestOptions): Promise<Peers> {
  return callMethod(client, getPeersMethod, [], options);
}
