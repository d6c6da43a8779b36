import * as vscode from "vscode";
import { ChainError } from "../../../chain/errors/chainError";
import { lagLimit } from "../../../chain/health/groupHealth";
import { getConsensusStatus } from "../../../chain/rpc/getConsensusStatus";
import { getGroupPeers } from "../../../chain/rpc/getGroupPeers";
import { getNodeListByType } from "../../../chain/rpc/getNodeListByType";
import { getObserverList } from "../../../chain/rpc/getObserverList";
import { getSealerList } from "../../../chain/rpc/getSealerList";
import { getSyncStatus } from "../../../chain/rpc/getSyncStatus";
import { isAtLeast } from "../../../chain/services/compatibility";
import { md } from "../../../text/markdown";
import { type GroupedNode, leaf, type MemberNode } from "../../flows/lines/groupNode";
import { shortHex } from "../../kit/text/shortHex";
import { pageOf } from "../../kit/tree/pages";
import type { Shown } from "../../kit/tree/shown";
import type { TreeNode } from "../../kit/tree/treeNode";
import type { ChainGroup } from "../../state/connections/chainGroup";
import type { NodeNames } from "../../state/nodeNames/nodeNames";

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
  /** Height by node ID, as the asked node heard it. */
  readonly heights: ReadonlyMap<string, number>;
  readonly own: string | undefined;
  readonly reachable: ReadonlySet<string> | undefined;
}

async function readHealth(group: ChainGroup): Promise<Health> {
  const { client } = group.session;
  const [sync, peers] = await Promise.all([optional(getSyncStatus(client)), optional(getGroupPeers(client))]);
  const known = sync ? [sync, ...sync.peers] : [];
  return {
    heights: new Map(known.map(({ nodeID, blockNumber }) => [nodeID, Number(blockNumber)])),
    own: sync?.nodeID,
    reachable: peers && new Set(peers),
  };
}

interface MemberInit {
  readonly nodeId: string;
  readonly context: "sealer" | "observer" | "candidate" | "groupPeer";
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
  const own = health?.own === nodeId;
  const height = health?.heights.get(nodeId);
  const behind = height !== undefined && group.height !== undefined ? group.height - height : 0;
  const name = names.get(nodeId);
  // What is wrong comes first: a narrow side bar cuts the rest off.
  const description = [
    ...(unreachable ? [vscode.l10n.t("not reachable")] : []),
    ...(behind > 1 ? [vscode.l10n.t("{0} blocks behind", behind)] : []),
    ...(name === undefined ? [] : [shortHex(nodeId)]),
    ...(leader ? [vscode.l10n.t("leader")] : []),
    ...(height === undefined ? [] : [`#${height}`]),
    ...notes,
    ...(own ? [vscode.l10n.t("this node")] : []),
  ].join(" · ");
  const tooltip = new vscode.MarkdownString();
  tooltip.appendMarkdown(md`**${vscode.l10n.t("Node ID")}**\n\n`);
  tooltip.appendCodeblock(nodeId);
  tooltip.appendMarkdown(md`${description}`);
  const stranger = context === "groupPeer";
  const icon =
    unreachable || behind >= lagLimit
      ? new vscode.ThemeIcon("warning", new vscode.ThemeColor("list.warningForeground"))
      : leader
        ? new vscode.ThemeIcon("star-full", new vscode.ThemeColor("charts.yellow"))
        : stranger
          ? new vscode.ThemeIcon("question", new vscode.ThemeColor("list.warningForeground"))
          : new vscode.ThemeIcon(context === "observer" ? "eye" : "server");
  return leaf(
    parent,
    {
      id: nodeId,
      label: name ?? shortHex(nodeId),
      description,
      tooltip,
      icon,
      context: `node ${context}`,
      copyText: nodeId,
    },
    { nodeId },
  );
}

/** Lines of a folder on one page. */
const pageSize = 200;

/** What the lines of a folder of nodes are made with. */
export interface Members {
  readonly parent: GroupedNode;
  readonly names: NodeNames;
  readonly shown: Shown;
}

/** One page of nodes, or of those that fit the folder's filter: part of the ID, or a word of the line. */
function page({ parent, names, shown }: Members, members: readonly MemberInit[]): TreeNode[] {
  return pageOf(parent, shown, members, {
    size: pageSize,
    node: (init) => member(parent, names, init),
    words: ({ nodeId, notes }) => [nodeId, names.get(nodeId) ?? "", ...notes].join(" "),
  });
}

export async function sealerNodes(members: Members): Promise<readonly TreeNode[]> {
  const { group } = members.parent;
  const { client } = group.session;
  const [sealers, consensus, health] = await Promise.all([
    getSealerList(client),
    optional(getConsensusStatus(client)),
    readHealth(group),
  ]);
  const leader = consensus?.consensusNodeList.find(({ index }) => index === consensus.leaderIndex)?.nodeID;
  const stage = consensus && [
    vscode.l10n.t("consensus view {0}", String(consensus.view)),
    ...(consensus.timeout ? [vscode.l10n.t("changing leader")] : []),
  ];
  return page(
    members,
    sealers.map(({ nodeID, weight }) => ({
      nodeId: nodeID,
      context: "sealer",
      notes: [
        vscode.l10n.t("weight {0}", String(weight)),
        // The view is what the asked node says of itself.
        ...(nodeID === consensus?.nodeID ? (stage ?? []) : []),
      ],
      health,
      leader: nodeID === leader,
    })),
  );
}

export async function observerNodes(members: Members): Promise<readonly TreeNode[]> {
  const { group } = members.parent;
  const [observers, health] = await Promise.all([getObserverList(group.session.client), readHealth(group)]);
  return page(
    members,
    observers.map((nodeId) => ({ nodeId, context: "observer", notes: [], health })),
  );
}

/** Nodes that wait for their turn to seal; there are some only where the chain runs rPBFT. */
export async function candidateNodes(members: Members): Promise<readonly TreeNode[]> {
  const { group } = members.parent;
  const [candidates, health] = await Promise.all([
    getNodeListByType(group.session.client, "consensus_candidate_sealer"),
    readHealth(group),
  ]);
  return page(
    members,
    candidates.map(({ nodeID, weight }) => ({
      nodeId: nodeID,
      context: "candidate",
      notes: [vscode.l10n.t("weight {0}", String(weight))],
      health,
    })),
  );
}

/** Whether the group has candidate sealers: nodes before 3.5 do not tell. */
export async function hasCandidates({ session }: ChainGroup): Promise<boolean> {
  if (!isAtLeast(session, "3.5.0")) return false;
  const found = await optional(getNodeListByType(session.client, "consensus_candidate_sealer"));
  return (found?.length ?? 0) > 0;
}

/** Every node of the group that this node knows, with what it is; those in neither list stand out, first. */
export async function groupPeerNodes(members: Members): Promise<readonly TreeNode[]> {
  const { group } = members.parent;
  const { client } = group.session;
  const [peers, sealers, observers, candidates] = await Promise.all([
    getGroupPeers(client),
    getSealerList(client),
    getObserverList(client),
    isAtLeast(group.session, "3.5.0") ? optional(getNodeListByType(client, "consensus_candidate_sealer")) : undefined,
  ]);
  const roles = new Map<string, MemberInit["context"]>([
    ...observers.map((nodeId) => [nodeId, "observer"] as const),
    ...(candidates ?? []).map(({ nodeID }) => [nodeID, "candidate"] as const),
    ...sealers.map(({ nodeID }) => [nodeID, "sealer"] as const),
  ]);
  const notes = {
    sealer: vscode.l10n.t("sealer"),
    observer: vscode.l10n.t("observer"),
    candidate: vscode.l10n.t("candidate sealer"),
    groupPeer: vscode.l10n.t("neither sealer nor observer"),
  };
  const lines = peers.map((nodeId): MemberInit => {
    const context = roles.get(nodeId) ?? "groupPeer";
    return { nodeId, context, notes: [notes[context]] };
  });
  const stranger = ({ context }: MemberInit): number => (context === "groupPeer" ? 0 : 1);
  return page(
    members,
    lines.sort((one, other) => stranger(one) - stranger(other)),
  );
}
