import * as vscode from "vscode";
import { ChainError } from "../../chain/errors/chainError";
import { lagLimit } from "../../chain/health/groupHealth";
import { getConsensusStatus } from "../../chain/rpc/getConsensusStatus";
import { getGroupPeers } from "../../chain/rpc/getGroupPeers";
import { getObserverList } from "../../chain/rpc/getObserverList";
import { getSealerList } from "../../chain/rpc/getSealerList";
import { getSyncStatus, type SyncStatus } from "../../chain/rpc/getSyncStatus";
import type { ChainGroup } from "../connections/chainGroup";
import type { NodeNames } from "../nodeNames/nodeNames";
import { type GroupedNode, type MemberNode, shortHex, treeItem } from "./groupNode";

/** What is nice to know beside a list; a node that does not answer it does not spoil the list. */
async function optional<Value>(asked: Promise<Value>): Promise<Value | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ChainError && (error.kind === "rpc" || error.kind === "decode")) return undefined;
    throw error;
  }
}

interface Health {
  readonly sync: SyncStatus | undefined;
  readonly reachable: ReadonlySet<string> | undefined;
}

async function readHealth(group: ChainGroup): Promise<Health> {
  const { client } = group.session;
  const [sync, peers] = await Promise.all([optional(getSyncStatus(client)), optional(getGroupPeers(client))]);
  return { sync, reachable: peers && new Set(peers) };
}

function heightOf(sync: SyncStatus | undefined, nodeId: string): number | undefined {
  if (!sync) return undefined;
  if (sync.nodeID === nodeId) return Number(sync.blockNumber);
  const peer = sync.peers.find((each) => each.nodeID === nodeId);
  return peer && Number(peer.blockNumber);
}

interface MemberInit {
  readonly nodeId: string;
  readonly context: "sealer" | "observer" | "groupPeer";
  readonly notes: readonly string[];
  readonly health?: Health;
  readonly leader?: boolean;
}

function member(
  parent: GroupedNode,
  names: NodeNames,
  { nodeId, context, notes, health, leader }: MemberInit,
): MemberNode {
  const { group } = parent;
  const unreachable = health?.reachable !== undefined && !health.reachable.has(nodeId);
  const own = health?.sync?.nodeID === nodeId;
  const height = heightOf(health?.sync, nodeId);
  const behind = height !== undefined && group.height !== undefined ? group.height - height : 0;
  const name = names.get(nodeId);
  const description = [
    ...(name === undefined ? [] : [shortHex(nodeId)]),
    ...(unreachable ? [vscode.l10n.t("not reachable")] : []),
    ...(behind > 1 ? [vscode.l10n.t("{0} blocks behind", behind)] : []),
    ...(leader ? [vscode.l10n.t("leader")] : []),
    ...notes,
    ...(height === undefined ? [] : [`#${height}`]),
    ...(own ? [vscode.l10n.t("this node")] : []),
  ].join(" · ");
  const tooltip = new vscode.MarkdownString();
  tooltip.appendMarkdown(`**${vscode.l10n.t("Node ID")}**\n\n`);
  tooltip.appendCodeblock(nodeId);
  tooltip.appendText(description);
  const icon =
    unreachable || behind >= lagLimit
      ? new vscode.ThemeIcon("warning", new vscode.ThemeColor("list.warningForeground"))
      : leader
        ? new vscode.ThemeIcon("star-full", new vscode.ThemeColor("charts.yellow"))
        : new vscode.ThemeIcon(context === "observer" ? "eye" : "server");
  return {
    id: `${parent.id}/${nodeId}`,
    parent,
    group,
    nodeId,
    copyText: nodeId,
    item: () =>
      treeItem(
        {
          id: nodeId,
          label: name ?? shortHex(nodeId),
          description,
          tooltip,
          icon,
          context: `node ${context}`,
          copyText: nodeId,
        },
        group,
      ),
  };
}

export async function sealerNodes(parent: GroupedNode, names: NodeNames): Promise<readonly GroupedNode[]> {
  const { client } = parent.group.session;
  const [sealers, consensus, health] = await Promise.all([
    getSealerList(client),
    optional(getConsensusStatus(client)),
    readHealth(parent.group),
  ]);
  const leader = consensus?.consensusNodeList.find(({ index }) => index === consensus.leaderIndex)?.nodeID;
  return sealers.map(({ nodeID, weight }) =>
    member(parent, names, {
      nodeId: nodeID,
      context: "sealer",
      notes: [vscode.l10n.t("weight {0}", String(weight))],
      health,
      leader: nodeID === leader,
    }),
  );
}

export async function observerNodes(parent: GroupedNode, names: NodeNames): Promise<readonly GroupedNode[]> {
  const { client } = parent.group.session;
  const [observers, health] = await Promise.all([getObserverList(client), readHealth(parent.group)]);
  return observers.map((nodeId) => member(parent, names, { nodeId, context: "observer", notes: [], health }));
}

/** Every node of the group that this node knows, with what it is; those in neither list stand out. */
export async function groupPeerNodes(parent: GroupedNode, names: NodeNames): Promise<readonly GroupedNode[]> {
  const { client } = parent.group.session;
  const [peers, sealers, observers] = await Promise.all([
    getGroupPeers(client),
    getSealerList(client),
    getObserverList(client),
  ]);
  const sealing = new Set(sealers.map(({ nodeID }) => nodeID));
  const observing = new Set(observers);
  return peers.map((nodeId) => {
    const role = sealing.has(nodeId) ? "sealer" : observing.has(nodeId) ? "observer" : "groupPeer";
    const note =
      role === "sealer"
        ? vscode.l10n.t("sealer")
        : role === "observer"
          ? vscode.l10n.t("observer")
          : vscode.l10n.t("neither sealer nor observer");
    return member(parent, names, { nodeId, context: role, notes: [note] });
  });
}
