import { type ListedPeer, listPeers } from "../../../chain/services/network/listPeers";
import type { SeenPeers } from "../../../nodeConfig/lists/accessMatrix";
import { identitiesOf } from "../../../nodeConfig/lists/peerIdentity";
import type { Chainside } from "../../state/chainside";
import type { NodeFolder } from "../../state/nodeFolders/nodeFolder";

/** A peer without endpoint is reached through a neighbour (docs/protocol/guards.md). */
function seenOf(peers: readonly ListedPeer[]): SeenPeers {
  const identities = peers.map((peer) => ({ direct: peer.endpoint !== undefined, ids: identitiesOf(peer) }));
  const idsOf = (direct: boolean): string[] => identities.flatMap((peer) => (peer.direct === direct ? peer.ids : []));
  return { direct: idsOf(true), routed: idsOf(false), strangers: identities.some(({ ids }) => ids.length === 0) };
}

/** What the connected nodes say of their peers, for the folders that are those of such nodes. */
export async function peersSeen(app: Chainside, folders: readonly NodeFolder[]): Promise<(SeenPeers | undefined)[]> {
  const bySelf = new Map<string, SeenPeers>();
  for (const group of app.connections.groups) {
    try {
      const { own, peers } = await listPeers(group.session.client);
      for (const self of own ? identitiesOf(own) : []) bySelf.set(self, seenOf(peers));
    } catch (error) {
      app.errors.log(error);
    }
  }
  return folders.map(({ node }) =>
    [node.tlsId, node.smTlsId, node.consensusId].map((id) => (id ? bySelf.get(id) : undefined)).find(Boolean),
  );
}
