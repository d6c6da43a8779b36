import * as v from "valibot";
import { ChainError } from "../../errors/chainError";
import type { ChainClient, RequestOptions } from "../client/client";
import { olderGroupsMethod } from "./groups";
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
/** A peer in the records of 2.x nodes; those of 2.0 tell neither agency nor name. */
interface OlderPeer {
  readonly Agency?: string | undefined;
  /** Absent where only IDs are told. */
  readonly IPAndPort?: string | undefined;
  readonly Node?: string | undefined;
  /** Absent where only addresses are told. */
  readonly NodeID?: string | undefined;
}
/** A peer of which one word is told: its ID, as `getGroupPeers` of 2.x tells it, or its address. */
const wordOf = (word: string): OlderPeer =>
  /^(?:0x)?[0-9a-f]{64,}$/i.test(word) ? { NodeID: word } : { IPAndPort: word };
const olderPeersSchema = v.pipe(
  v.array(
    v.union([
      v.looseObject({
        Agency: v.optional(v.string()),
        IPAndPort: v.optional(v.string()),
        Node: v.optional(v.string()),
        NodeID: v.string(),
        Topic: v.optional(v.nullable(v.array(v.unknown()))),
      }),
      v.string(),
    ]),
  ),
  v.transform((found) => ({
    variant: "2.x" as const,
    records: found.map((each): OlderPeer => (typeof each === "string" ? wordOf(each) : each)),
  })),
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
/** Its own errors, by the manual of 2.x: no such group, not a member of it, still starting, too many requests. */
const olderErrors = { noGroup: -40001, notMember: -40009, last: -40012 } as const;

/** Whether an error is one that only nodes of 2.x give. */
export const isOlderError = (error: unknown): boolean =>
  error instanceof ChainError &&
  typeof error.code === "number" &&
  error.code <= olderErrors.noGroup &&
  error.code >= olderErrors.last;

/**
 * The node's own gateway and the peers of the P2P network. An older node is asked again with group 1, as its manual says, and with one of
 * its own groups where it has no such group.
 */
export async function getPeers(client: ChainClient, options?: RequestOptions): Promise<Peers> {
  const codeOf = (error: unknown): number | string => (error instanceof ChainError ? error.code : "");
  const ask = (params: readonly unknown[]): Promise<Peers> => callMethod(client, getPeersMethod, params, options);
  const isOtherGroup = (error: unknown): boolean =>
    codeOf(error) === olderErrors.noGroup || codeOf(error) === olderErrors.notMember;
  try {
    return await ask([]);
  } catch (error) {
    if (!groupWanted.has(codeOf(error)) && !isOtherGroup(error)) throw error;
  }
  try {
    return await ask([1]);
  } catch (error) {
    if (!isOtherGroup(error)) throw error;
    const [group] = (await callMethod(client, olderGroupsMethod, [], options)).filter((each) => each !== 1);
    if (group === undefined) throw error;
    return ask([group]);
  }
}

/** A consensus node behind a gateway. */
interface GatewayMember {
  readonly group: string;
  /** 128 digits, lower case. */
  readonly nodeId: string;
}

/** Who a gateway is, of what its node tells. */
export interface GatewayIdentity {
  /** Lower case hex; undefined where the node wrote the bytes as text, of which no digits can be had (../shared/protocol/observed.md). */
  readonly p2pNodeId: string | undefined;
  /** The nodes that the gateway answers for. */
  readonly members: readonly GatewayMember[];
  /** The same as long as it is the same gateway, whatever port it calls from: its nodes, else its P2P ID, else where it is. */
  readonly key: string;
}

/**
 * Who answers there. A real node gives its own `p2pNodeID` as hex and those of its peers as raw bytes read as text; an inbound peer's
 * `endPoint` has a passing port. What tells a peer is which nodes it answers for (docs/protocol/config-ini.md, "Access lists").
 */
export function gatewayIdentity({ p2pNodeID, endPoint, groupNodeIDInfo }: Gateway): GatewayIdentity {
  const hex = p2pNodeID.toLowerCase();
  const p2pNodeId = /^(?:0x)?[0-9a-f]{64,}$/.test(hex) ? hex.replace(/^0x/, "") : undefined;
  const members = (groupNodeIDInfo ?? []).flatMap(({ group, nodeIDList }) =>
    (nodeIDList ?? []).map((nodeId): GatewayMember => ({ group, nodeId: nodeId.toLowerCase() })),
  );
  const nodes = [...new Set(members.map(({ nodeId }) => nodeId))].sort().join("+");
  return { p2pNodeId, members, key: nodes || p2pNodeId || (endPoint ?? "") };
}
