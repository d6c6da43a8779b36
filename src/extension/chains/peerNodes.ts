import * as vscode from "vscode";
import { type Gateway, getPeers } from "../../chain/rpc/getPeers";
import { type GroupedNode, leaf, shortHex } from "./groupNode";

function gatewayLeaf(parent: GroupedNode, gateway: Gateway, own: boolean, index: number): GroupedNode {
  const direct = gateway.endPoint;
  const groups = (gateway.groupNodeIDInfo ?? []).map(
    ({ group, nodeIDList }) => `${group} (${nodeIDList?.length ?? 0})`,
  );
  const tooltip = new vscode.MarkdownString();
  tooltip.appendMarkdown(`**${vscode.l10n.t("P2P node ID (of the TLS certificate)")}**\n\n`);
  tooltip.appendCodeblock(gateway.p2pNodeID);
  for (const { group, nodeIDList } of gateway.groupNodeIDInfo ?? []) {
    tooltip.appendMarkdown(`\n**${group}**\n`);
    for (const nodeId of nodeIDList ?? []) tooltip.appendCodeblock(nodeId);
  }
  if (direct === undefined && !own)
    tooltip.appendText(vscode.l10n.t("No direct connection: reached through a neighbour."));
  return leaf(parent, {
    id: own ? "own" : `${gateway.p2pNodeID}-${index}`,
    label: direct ?? vscode.l10n.t("through a neighbour"),
    description: [
      ...(own ? [vscode.l10n.t("this node")] : []),
      shortHex(gateway.p2pNodeID),
      ...(groups.length > 0 ? [groups.join(", ")] : []),
    ].join(" · "),
    tooltip,
    icon: own ? "home" : direct === undefined ? "type-hierarchy-sub" : "remote",
    context: "peer",
    copyText: gateway.p2pNodeID,
  });
}

/** This node's gateway and the ones it is connected to. */
export async function peerNodes(parent: GroupedNode): Promise<readonly GroupedNode[]> {
  const peers = await getPeers(parent.group.session.client);
  if (peers.flavour === "2.x") {
    return peers.records.map((record) =>
      leaf(parent, {
        id: record.NodeID,
        label: record.IPAndPort,
        description: shortHex(record.NodeID),
        icon: "remote",
        context: "peer",
        copyText: record.NodeID,
      }),
    );
  }
  return [
    gatewayLeaf(parent, peers, true, 0),
    ...peers.peers.map((peer, index) => gatewayLeaf(parent, peer, false, index)),
  ];
}
