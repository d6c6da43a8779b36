import * as vscode from "vscode";
import { type Gateway, type GatewayIdentity, gatewayIdentity, getPeers } from "../../../chain/rpc/getPeers";
import { listed } from "../../../text/joining";
import { md } from "../../../text/markdown";
import { shortHex } from "../../../text/shortText";
import { type GroupedNode, itemLine } from "../../flows/lines/groupNode";
import { roleText } from "../../flows/nodes/roleText";
import { pageOf } from "../../kit/tree/pages";
import type { ListState, TreeNode } from "../../kit/tree/treeNode";
import type { Chainside } from "../../state/chainside";
import type { NodeFolder } from "../../state/nodeFolders/nodeFolder";
import { chainNodesOf } from "../../state/nodeNames/chainNodes";

/** What tells who a peer is: names given to nodes, their roles in the group, and the node folders of the workspace. */
interface Acquaintance {
  readonly nameOf: (nodeId: string) => string | undefined;
  readonly roleOf: (nodeId: string) => string | undefined;
  readonly folderOf: (identity: GatewayIdentity) => NodeFolder | undefined;
  /** The folder of the node that was asked: its lists decide about the peers. */
  readonly own: NodeFolder | undefined;
}

async function acquaintance(app: Chainside, parent: GroupedNode, own: GatewayIdentity): Promise<Acquaintance> {
  const [nodes, folders] = await Promise.all([
    chainNodesOf(parent.group).catch(() => []),
    app.nodeFolders.list().catch((): readonly NodeFolder[] => []),
  ]);
  const roles = new Map(nodes.map(({ consensusId = "", role }) => [consensusId.toLowerCase(), role]));
  const folderOf = ({ members, p2pNodeId }: GatewayIdentity): NodeFolder | undefined =>
    folders.find(
      ({ node }) =>
        members.some(({ nodeId }) => nodeId === node.consensusId) ||
        (node.tlsId !== undefined && p2pNodeId?.includes(node.tlsId)),
    );
  return {
    nameOf: (nodeId) => app.nodeNames.get(nodeId),
    roleOf: (nodeId) => {
      const role = roles.get(nodeId);
      return role === undefined || role === "peer" ? undefined : roleText(role);
    },
    folderOf,
    own: folderOf(own),
  };
}

/** Where the asked node's lists name the peer: `cal.0`, `crl.3`. */
function entriesFor(peer: NodeFolder | undefined, own: NodeFolder | undefined): string[] {
  if (!peer || !own) return [];
  const ids = [peer.node.tlsId, peer.node.smTlsId].filter((id) => id !== undefined);
  return [own.lists.white, own.lists.black].flatMap(({ entries }) =>
    entries.filter(({ value }) => ids.includes(value.toLowerCase())).map(({ key }) => key),
  );
}

/** What people call it: the name that was given, the folder's, the beginning of its ID, else where it is. */
function nameOf(identity: GatewayIdentity, known: Acquaintance, endPoint: string | undefined): string {
  const nodeIds = [...new Set(identity.members.map(({ nodeId }) => nodeId))];
  const [nodeId] = nodeIds;
  if (nodeId === undefined) return endPoint || shortHex(identity.p2pNodeId ?? "") || vscode.l10n.t("unknown node");
  const name = known.nameOf(nodeId) ?? known.folderOf(identity)?.name ?? shortHex(nodeId);
  return nodeIds.length === 1 ? name : `${name} +${nodeIds.length - 1}`;
}

function tooltipOf(
  gateway: Gateway,
  identity: GatewayIdentity,
  known: Acquaintance,
  own: boolean,
): vscode.MarkdownString {
  const tooltip = new vscode.MarkdownString();
  for (const { group, nodeId } of identity.members) {
    const notes = [known.nameOf(nodeId), known.roleOf(nodeId)].filter((note) => note !== undefined).join(" · ");
    tooltip.appendMarkdown(md`**${group}** ${notes}\n`).appendCodeblock(nodeId);
  }
  if (identity.p2pNodeId !== undefined) {
    tooltip.appendMarkdown(md`**${vscode.l10n.t("P2P node ID (from the TLS certificate)")}**\n`);
    tooltip.appendCodeblock(identity.p2pNodeId);
  }
  const entries = own ? [] : entriesFor(known.folderOf(identity), known.own);
  if (entries.length > 0) tooltip.appendMarkdown(md`\n${vscode.l10n.t("In the access lists: {0}", listed(entries))}\n`);
  if (own) return tooltip;
  const way = gateway.endPoint
    ? vscode.l10n.t("{0}: if the peer connected to this node, the port is temporary.", gateway.endPoint)
    : vscode.l10n.t("No direct connection. Reached through a neighboring node.");
  return tooltip.appendMarkdown(md`\n${way}`);
}

function gatewayLine(parent: GroupedNode, gateway: Gateway, own: boolean, known: Acquaintance): GroupedNode {
  const identity = gatewayIdentity(gateway);
  const direct = gateway.endPoint || undefined;
  const label = nameOf(identity, known, direct);
  const roles = new Set(identity.members.flatMap(({ nodeId }) => known.roleOf(nodeId) ?? []));
  const groups = new Set(identity.members.map(({ group }) => group));
  const place = direct ?? (own ? undefined : vscode.l10n.t("through a neighboring node"));
  const copyText = identity.members[0]?.nodeId ?? identity.p2pNodeId;
  return itemLine(parent, {
    id: own ? "own" : identity.key,
    label,
    description: [
      ...(own ? [vscode.l10n.t("this node")] : []),
      ...(place === undefined || place === label ? [] : [place]),
      ...roles,
      ...groups,
    ].join(" · "),
    tooltip: tooltipOf(gateway, identity, known, own),
    icon: own ? "home" : direct === undefined ? "type-hierarchy-sub" : "remote",
    ...(copyText === undefined ? {} : { copyText }),
  });
}

const pageSize = 200;

/** What a filter looks at: name, end point, identity and the node IDs behind it. */
function words(gateway: Gateway, known: Acquaintance): string {
  const identity = gatewayIdentity(gateway);
  const carried = identity.members.flatMap(({ group, nodeId }) => [group, nodeId]);
  return [nameOf(identity, known, gateway.endPoint), gateway.endPoint ?? "", identity.p2pNodeId ?? "", ...carried].join(
    " ",
  );
}

/** This node's gateway and the ones it is connected to, by who they are: a real node tells that by the nodes behind them. */
export async function peerNodes(app: Chainside, parent: GroupedNode, state: ListState): Promise<readonly TreeNode[]> {
  const peers = await getPeers(parent.group.session.client);
  if (peers.variant === "2.x") {
    return pageOf(parent, state, peers.records, {
      size: pageSize,
      words: ({ NodeID = "", IPAndPort = "" }) => `${IPAndPort} ${NodeID}`,
      node: ({ NodeID = "", IPAndPort = "" }) =>
        itemLine(parent, {
          id: NodeID || IPAndPort,
          label: IPAndPort,
          description: shortHex(NodeID),
          icon: "remote",
          copyText: NodeID || IPAndPort,
        }),
    });
  }
  const known = await acquaintance(app, parent, gatewayIdentity(peers));
  return pageOf(parent, state, [peers, ...peers.peers], {
    size: pageSize,
    words: (gateway) => words(gateway, known),
    node: (gateway) => gatewayLine(parent, gateway, gateway === peers, known),
  });
}
