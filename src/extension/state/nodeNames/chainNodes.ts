import { type Gateway, gatewayIdentity, getPeers } from "../../../chain/rpc/getPeers";
import { getGroupMembers } from "../../../chain/services/consensus/groupMembers";
import type { ChainSession } from "../../../chain/session";
import type { ChainNode } from "../../../languageServer/protocol/messages";
import { identityOfP2pNodeId } from "../../../nodeConfig/analysis/peerIdentity";
import { shortHex } from "../../../text/shortText";
import { AskedOnce } from "../../../time/askedOnce";
import type { ChainGroup } from "../connections/chainGroup";

/** What was asked of a group's nodes. */
class AskedNodes extends AskedOnce<readonly ChainNode[]> {}

/** The nodes of a group, asked for once and again when its membership changed: many listeners, many groups, few requests. */
export function chainNodesOf(group: ChainGroup): Promise<readonly ChainNode[]> {
  const asked = group.kept.of(AskedNodes);
  return asked.get(() => {
    const nodes = readChainNodes(group.session);
    const watching = group.onDidChange((change) => {
      if (change !== "nodes") return;
      asked.forget();
      watching.dispose();
    });
    nodes.catch(() => watching.dispose());
    return nodes;
  });
}

/** Every node that the connected node tells of: sealers, observers, and the gateways it knows. */
async function readChainNodes(session: ChainSession): Promise<ChainNode[]> {
  const { client, groupId } = session;
  const [members, peers] = await Promise.all([getGroupMembers(session), getPeers(client)]);
  const roles = new Map<string, NonNullable<ChainNode["role"]>>(members.map(({ nodeId, role }) => [nodeId, role]));
  const nodes: ChainNode[] = [];
  const gateway = (one: Gateway): void => {
    const { p2pNodeId, members } = gatewayIdentity(one);
    const own = members.filter(({ group }) => group === groupId);
    const consensusId = own.length === 1 ? own[0]?.nodeId : undefined;
    const tlsId = p2pNodeId === undefined ? undefined : identityOfP2pNodeId(p2pNodeId);
    if (!consensusId && !tlsId) return; // nothing tells who it is
    const role = roles.get(consensusId ?? "") ?? "peer";
    if (consensusId) roles.delete(consensusId);
    nodes.push({
      name: one.endPoint ?? shortHex(consensusId ?? tlsId ?? ""),
      role,
      ...(consensusId ? { consensusId } : {}),
      ...(tlsId ? { tlsId } : {}),
    });
  };
  if (peers.variant === "gateway") for (const one of [peers, ...peers.peers]) gateway(one);
  for (const [consensusId, role] of roles) nodes.push({ name: shortHex(consensusId), role, consensusId });
  return nodes;
}
