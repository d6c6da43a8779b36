import * as vscode from "vscode";
import { lagLimit } from "../../../chain/health/groupHealth";
import { getGroupPeers } from "../../../chain/rpc/groups";
import { getNodeListByType, getObserverList, getSealerList } from "../../../chain/rpc/members";
import { getConsensusStatus, getSyncStatus } from "../../../chain/rpc/nodeStatus";
import { getCandidateSealers, getGroupMembers, type MemberRole } from "../../../chain/services/consensus/groupMembers";
import { ChainError } from "../../../errors/chainError";
import { md } from "../../../text/markdown";
import { shortHex } from "../../../text/shortText";
import { type GroupedNode, itemLine } from "../../flows/lines/groupNode";
import { bareHash } from "../../flows/nodes/otherGenesis";
import { roleText } from "../../flows/nodes/roleText";
import { pageOf } from "../../kit/tree/pages";
import type { ListState, TreeNode } from "../../kit/tree/treeNode";
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
  /** Hash of block 0 by node ID, `0x` and all. */
  readonly genesis: ReadonlyMap<string, string>;
  readonly own: string | undefined;
  readonly reachable: ReadonlySet<string> | undefined;
}

async function readHealth(group: ChainGroup): Promise<Health> {
  const { client } = group.session;
  const [sync, peers] = await Promise.all([optional(getSyncStatus(client)), optional(getGroupPeers(client))]);
  const known = sync ? [sync, ...sync.peers] : [];
  return {
    heights: new Map(known.map(({ nodeID, blockNumber }) => [nodeID, Number(blockNumber)])),
    genesis: new Map(
      known.flatMap(({ nodeID, genesisHash }) => {
        const hash = bareHash(genesisHash);
        return /^[0-9a-f]{64}$/.test(hash) ? [[nodeID, `0x${hash}`] as const] : [];
      }),
    ),
    own: sync?.nodeID,
    reachable: peers && new Set(peers),
  };
}

interface MemberInit {
  readonly nodeId: string;
  readonly context: MemberRole | "groupPeer";
  readonly notes: readonly string[];
  readonly health?: Health;
  readonly leader?: boolean;
}

function member(
  parent: GroupedNode,
  names: NodeNames,
  { nodeId, context, notes, health, leader }: MemberInit,
): GroupedNode {
  const { group } = parent;
  const unreachable = health?.reachable !== undefined && !health.reachable.has(nodeId);
  const own = health?.own === nodeId;
  const height = health?.heights.get(nodeId);
  const behind = height !== undefined && group.height !== undefined ? group.height - height : 0;
  const genesis = health?.genesis.get(nodeId);
  const chain = health?.genesis.get(health.own ?? "");
  const foreign = genesis !== undefined && chain !== undefined && genesis !== chain;
  const name = names.get(nodeId);
  // What is wrong comes first: a narrow side bar cuts the rest off.
  const description = [
    ...(unreachable ? [vscode.l10n.t("not reachable")] : []),
    ...(foreign ? [vscode.l10n.t("another genesis block")] : []),
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
  if (genesis !== undefined) {
    tooltip.appendMarkdown(md`\n\n**${vscode.l10n.t("Genesis block")}**\n\n`);
    tooltip.appendCodeblock(genesis);
  }
  const isGroupPeer = context === "groupPeer";
  const icon =
    unreachable || foreign || behind >= lagLimit
      ? new vscode.ThemeIcon("warning", new vscode.ThemeColor("list.warningForeground"))
      : leader
        ? new vscode.ThemeIcon("star-full", new vscode.ThemeColor("charts.yellow"))
        : isGroupPeer
          ? new vscode.ThemeIcon("question", new vscode.ThemeColor("list.warningForeground"))
          : new vscode.ThemeIcon(context === "observer" ? "eye" : "server");
  return itemLine(parent, {
    target: { kind: "node", nodeId },
    id: nodeId,
    label: name ?? shortHex(nodeId),
    description,
    tooltip,
    icon,
    // What may be done with a sealer may be done with one that waits for its turn.
    context: ["node", context === "candidateSealer" ? "sealer" : context],
    copyText: nodeId,
  });
}

/** Lines of a folder on one page. */
const pageSize = 200;

/** What the lines of a folder of nodes are made with. */
export interface Members {
  readonly parent: GroupedNode;
  readonly names: NodeNames;
  readonly shown: ListState;
}

/** One page of nodes, or of those that fit the folder's filter: part of the ID, or a word of the line. */
function page({ parent, names, shown: state }: Members, members: readonly MemberInit[]): TreeNode[] {
  return pageOf(parent, state, members, {
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
      context: "candidateSealer",
      notes: [vscode.l10n.t("weight {0}", String(weight))],
      health,
    })),
  );
}

/** Whether the group has candidate sealers. */
export const hasCandidates = async (group: ChainGroup): Promise<boolean> =>
  (await getCandidateSealers(group.session)).length > 0;

/** Every node of the group that this node knows, with what it is; those in neither list stand out, first. */
export async function groupPeerNodes(members: Members): Promise<readonly TreeNode[]> {
  const { group } = members.parent;
  const [peers, listed] = await Promise.all([getGroupPeers(group.session.client), getGroupMembers(group.session)]);
  const roles = new Map(listed.map(({ nodeId, role }) => [nodeId, role]));
  const lines = peers.map((nodeId): MemberInit => {
    const role = roles.get(nodeId);
    return { nodeId, context: role ?? "groupPeer", notes: [roleText(role)] };
  });
  const isGroupPeer = ({ context }: MemberInit): number => (context === "groupPeer" ? 0 : 1);
  return page(
    members,
    lines.sort((one, other) => isGroupPeer(one) - isGroupPeer(other)),
  );
}
