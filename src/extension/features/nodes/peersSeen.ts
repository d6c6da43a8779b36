import { gatewayIdentity } from "../../../chain/rpc/gatewayIdentity";
import { type Gateway, getPeers } from "../../../chain/rpc/getPeers";
import type { SeenPeers } from "../../../nodeConfig/lists/accessMatrix";
import { identityOfP2pNodeId } from "../../../nodeConfig/lists/peerIdentity";
import type { Chainside } from "../../state/chainside";
import type { NodeFolder } from "../../state/nodeFolders/nodeFolder";

/** The TLS ID of a gateway, where its node tells it, and the consensus IDs of the nodes behind it. */
function identitiesOf(gateway: Gateway): string[] {
  const { p2pNodeId, members } = gatewayIdentity(gateway);
  const tlsId = p2pNodeId === undefined ? undefined : identityOfP2pNodeId(p2pNodeId);
  return [...(tlsId ? [tlsId] : []), ...members.map(({ nodeId }) => nodeId)];
}

/** A peer without end point is reached through a neighbour (docs/protocol/guards.md). */
function seenOf(peers: readonly Gateway[]): SeenPeers {
  const identities = peers.map((peer) => ({ direct: Boolean(peer.endPoint), ids: identitiesOf(peer) }));
  const idsOf = (direct: boolean): string[] => identities.flatMap((peer) => (peer.direct === direct ? peer.ids : []));
  return { direct: idsOf(true), routed: idsOf(false), strangers: identities.some(({ ids }) => ids.length === 0) };
}

/** What the connected nodes say of their peers, for the folders that are those of such nodes. */
export async function peersSeen(app: Chainside, folders: readonly NodeFolder[]): Promise<(SeenPeers | undefined)[]> {
  const bySelf = new Map<string, SeenPeers>();
  for (const group of app.connections.groups) {
    try {
      const peers = await getPeers(group.session.client);
      if (peers.variant !== "gateway") continue;
      for (const self of identitiesOf(peers)) bySelf.set(self, seenOf(peers.peers));
    } catch (error) {
      app.errors.log(error);
    }
  }
  return folders.map(({ node }) =>
    [node.tlsId, node.smTlsId, node.consensusId].map((id) => (id ? bySelf.get(id) : undefined)).find(Boolean),
  );
}
