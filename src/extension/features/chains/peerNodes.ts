import * as vscode from "vscode";
import { type Gateway, getPeers } from "../../../chain/rpc/getPeers";
import { filterOf, fits } from "../../flows/lines/filters";
import { type GroupedNode, leaf } from "../../flows/lines/groupNode";
import { pageOf } from "../../flows/lines/morePages";
import { shortHex } from "../../kit/text/shortHex";

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

const pageSize = 200;

/** What a filter looks at: the end point, the identity and the node IDs behind it. */
function words({ endPoint = "", p2pNodeID, groupNodeIDInfo }: Gateway): string {
  const carried = (groupNodeIDInfo ?? []).flatMap(({ group, nodeIDList }) => [group, ...(nodeIDList ?? [])]);
  return [endPoint, p2pNodeID, ...carried].join(" ");
}

/** This node's gateway and the ones it is connected to. */
export async function peerNodes(parent: GroupedNode): Promise<readonly GroupedNode[]> {
  const peers = await getPeers(parent.group.session.client);
  const filter = filterOf(parent.id);
  if (peers.flavour === "2.x") {
    return pageOf(parent, peers.records, pageSize, (record) =>
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
  const gateways = [peers, ...peers.peers].map((gateway, index) => ({ gateway, index }));
  return pageOf(
    parent,
    filter === undefined ? gateways : gateways.filter(({ gateway }) => fits(filter, words(gateway))),
    pageSize,
    ({ gateway, index }) => gatewayLeaf(parent, gateway, index === 0, index),
  );
}
