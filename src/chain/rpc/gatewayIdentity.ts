import type { Gateway } from "./getPeers";

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
