import { ChainError } from "../../../errors/chainError";
import { type LocalizableText, text } from "../../../text/catalogue";
import type { ChainClient, RequestOptions } from "../../client/client";
import { type Gateway, gatewayIdentity, getPeers } from "../../rpc/getPeers";

/** A node at the other end of a P2P connection, told alike of nodes of 2.x and of 3.x. */
export interface ListedPeer {
  /** What its node calls itself, and its agency: only 2.x tells these. */
  readonly name?: string;
  readonly agency?: string;
  /** `ip:port`. Absent for a peer that is reached through another one. */
  readonly endpoint?: string;
  /** Lower case hex of its TLS certificate; absent where the node writes the bytes as text. */
  readonly p2pNodeId?: string;
  /** Consensus IDs of the nodes behind it, each once. */
  readonly nodeIds: readonly string[];
}

/** The peers of a node, and which form of the answer it gave. */
export interface PeerList {
  readonly variant: "gateway" | "2.x";
  /** The node that was asked; a node of 2.x doesn't tell of itself. */
  readonly own?: ListedPeer;
  readonly peers: readonly ListedPeer[];
}

function gatewayPeer(gateway: Gateway): ListedPeer {
  const { p2pNodeId, members } = gatewayIdentity(gateway);
  return {
    ...(gateway.endPoint ? { endpoint: gateway.endPoint } : {}),
    ...(p2pNodeId === undefined ? {} : { p2pNodeId }),
    nodeIds: [...new Set(members.map(({ nodeId }) => nodeId))],
  };
}

/** The peers of a node of 2.x or 3.x: the one reading that needs no session. @throws ChainError as `getPeers` */
export async function listPeers(client: ChainClient, options?: RequestOptions): Promise<PeerList> {
  const found = await getPeers(client, options);
  if (found.variant === "gateway")
    return { variant: "gateway", own: gatewayPeer(found), peers: found.peers.map(gatewayPeer) };
  const peers = found.records.map(({ Agency, Node, NodeID, IPAndPort }): ListedPeer => {
    const id = (NodeID ?? "").toLowerCase().replace(/^0x/, "");
    return {
      ...(Node ? { name: Node } : {}),
      ...(Agency ? { agency: Agency } : {}),
      ...(IPAndPort ? { endpoint: IPAndPort } : {}),
      // of 2.x, the TLS certificate's key is the node's own
      ...(/^[0-9a-f]{64,}$/.test(id) ? { p2pNodeId: id, nodeIds: [id] } : { nodeIds: [] }),
    };
  });
  return { variant: "2.x", peers };
}

/** Whether opening a session failed because a node of 2.x answers there, of which only the peers can be had. */
export const isOlderNode = (error: unknown): boolean => error instanceof ChainError && error.code === "olderNode";

/** What such a node can be asked, and what can't be had of it. */
export const olderNodeNote = (endpoint: string): LocalizableText =>
  text(
    "{0} is a FISCO BCOS 2.x node. Only its peers can be read: blocks, transactions, contracts, configuration, and permissions of 2.x chains can't be had here.",
    endpoint,
  );
