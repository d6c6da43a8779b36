import { getPeers } from "../../../chain/rpc/getPeers";
import { identityOfP2pNodeId } from "../../../nodeConfig/lists/peerIdentity";
import type { Chainside } from "../../state/chainside";
import type { NodeFolder } from "../../state/nodeFolders/nodeFolder";

/** TLS identities a running node is connected to directly, and those it reaches through others. */
export interface SeenPeers {
  readonly direct: readonly string[];
  readonly routed: readonly string[];
}

/**
 * What the connected nodes say of their peers, for the folders whose TLS identity is that of such a node. A peer without end
 * point is reached through a neighbour (docs/protocol/guards.md).
 */
export async function peersSeen(app: Chainside, folders: readonly NodeFolder[]): Promise<(SeenPeers | undefined)[]> {
  const bySelf = new Map<string, SeenPeers>();
  for (const group of app.connections.groups) {
    try {
      const peers = await getPeers(group.session.client);
      if (peers.flavour !== "gateway") continue;
      const self = identityOfP2pNodeId(peers.p2pNodeID);
      if (!self) continue;
      const ids = (direct: boolean): string[] =>
        peers.peers
          .filter((peer) => (peer.endPoint !== undefined && peer.endPoint !== "") === direct)
          .flatMap((peer) => identityOfP2pNodeId(peer.p2pNodeID) ?? []);
      bySelf.set(self, { direct: ids(true), routed: ids(false) });
    } catch (error) {
      app.errors.log(error);
    }
  }
  return folders.map(({ node }) => bySelf.get(node.tlsId ?? node.smTlsId ?? ""));
}
