import { gatewayIdentity } from "../../../chain/rpc/gatewayIdentity";
import { getObserverList } from "../../../chain/rpc/getObserverList";
import { type Gateway, getPeers } from "../../../chain/rpc/getPeers";
import { getSealerList } from "../../../chain/rpc/getSealerList";
import type { ChainSession } from "../../../chain/session";
import { identityOfP2pNodeId } from "../../../nodeConfig/lists/peerIdentity";
import type { ChainGroup } from "../connections/chainGroup";
import type { KnownNode } from "./knownNode";

const known = new WeakMap<ChainGroup, Promise<readonly KnownNode[]>>();

/** The nodes of a group, asked for once and again when its membership changed: many listeners, many groups, few requests. */
export function chainNodesOf(group: ChainGroup): Promise<readonly KnownNode[]> {
  const kept = known.get(group);
  if (kept) return kept;
  const asked = readChainNodes(group.session);
  known.set(group, asked);
  const forget = (): void => {
    known.delete(group);
    watching.dispose();
  };
  const watching = group.onDidChange((change) => {
    if (change === "nodes") forget();
  });
  asked.catch(forget);
  return asked;
}

/** Every node that the connected node tells of: sealers, observers, and the gateways it knows. */
async function readChainNodes(session: ChainSession): Promise<KnownNode[]> {
  const { client, groupId } = session;
  const [sealers, observers, peers] = await Promise.all([
    getSealerList(client),
    getObserverList(client),
    getPeers(client),
  ]);
  const roles = new Map<string, NonNullable<KnownNode["role"]>>();
  for (const { nodeID } of sealers) roles.set(nodeID, "sealer");
  for (const nodeId of observers) roles.set(nodeId, "observer");
  const nodes: KnownNode[] = [];
  const gateway = (one: Gateway): void => {
    const { p2pNodeId, members } = gatewayIdentity(one);
    const own = members.filter(({ group }) => group === groupId);
    const consensusId = own.length === 1 ? own[0]?.nodeId : undefined;
    const tlsId = p2pNodeId === undefined ? undefined : identityOfP2pNodeId(p2pNodeId);
    if (!consensusId && !tlsId) return; // nothing tells who it is
    const role = roles.get(consensusId ?? "") ?? "peer";
    if (consensusId) roles.delete(consensusId);
    nodes.push({
      name: one.endPoint ?? `${(consensusId ?? tlsId ?? "").slice(0, 8)}…`,
      role,
      ...(consensusId ? { consensusId } : {}),
      ...(tlsId ? { tlsId } : {}),
    });
  };
  if (peers.flavour === "gateway") for (const one of [peers, ...peers.peers]) gateway(one);
  for (const [consensusId, role] of roles) nodes.push({ name: `${consensusId.slice(0, 8)}…`, role, consensusId });
  return nodes;
}
