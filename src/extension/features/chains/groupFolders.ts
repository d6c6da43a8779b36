import * as vscode from "vscode";
import { getPendingTxSize } from "../../../chain/rpc/transactions";
import { numberText } from "../../../text/formats";
import { noted } from "../../../text/joining";
import { shortHex } from "../../../text/shortText";
import { blocksText, indexText } from "../../flows/history/indexText";
import { type GroupedNode, itemLine } from "../../flows/lines/groupNode";
import type { Settled } from "../../flows/sent/settleSent";
import { commandOf } from "../../kit/commands/commands";
import { sentence } from "../../kit/errors/complaint";
import { type ContextWord, ifKnown } from "../../kit/manifest/contextKeys";
import type { ListState, TreeNode } from "../../kit/tree/treeNode";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { bfsRoots } from "./bfsNodes";
import { blockNodes } from "./blockNodes";
import { candidateNodes, groupPeerNodes, hasCandidates, type Members, observerNodes, sealerNodes } from "./memberNodes";
import { peerNodes } from "./peerNodes";

/** The keys that are set. */
async function configNodes(parent: GroupedNode): Promise<readonly GroupedNode[]> {
  const { listSystemConfig } = await import("../../../chain/services/systemConfig/listSystemConfig");
  const { configMeaning } = await import("../../../operations/config/configMeaning");
  const values = await listSystemConfig(parent.group.session);
  return values.map(({ key, value, enableNumber }): GroupedNode => {
    const since =
      enableNumber === 0
        ? vscode.l10n.t("since the genesis block")
        : vscode.l10n.t("since block {0}", String(enableNumber));
    const meaning = configMeaning(key);
    return itemLine(parent, {
      target: { kind: "configKey", key, value },
      id: key,
      label: key,
      description: enableNumber === 0 ? value : `${value} · ${since}`,
      tooltip: [meaning, noted(`${key} = ${value}`, since)].filter(Boolean).join("\n\n"),
      icon: key.startsWith("feature_") || key.startsWith("bugfix_") ? "settings" : "settings-gear",
      context: ["configKey"],
      copyText: value,
    });
  });
}

/** A folder of a group: Sealers, Peers, Blocks, … */
interface GroupFolder {
  /** Free of changing text. */
  readonly id: string;
  readonly label: string;
  readonly icon: string;
  readonly tooltip: string;
  readonly description?: (group: ChainGroup) => string;
  /** More words that menus know it by. */
  readonly context?: (group: ChainGroup) => readonly ContextWord[];
  /** Its lines may be many and have texts to filter by. */
  readonly filterable?: true;
  /** Its lines change with the chain's blocks; `restless` ones without blocks, too. */
  readonly live?: "blocks" | "restless";
  /** Whether the group has it; every group, when it isn't said. */
  readonly exists?: (group: ChainGroup) => boolean | Promise<boolean>;
  /** Nothing is asked before it is unfolded. */
  readonly lines: (folder: GroupedNode, state: ListState) => Promise<readonly TreeNode[]> | readonly TreeNode[];
}

function waitingNode(parent: GroupedNode, hash: string, what: string): GroupedNode {
  return itemLine(parent, {
    target: { kind: "transaction", hash },
    id: hash,
    label: what,
    description: `${shortHex(hash)} · ${vscode.l10n.t("sent from here, outcome unknown")}`,
    tooltip: hash,
    icon: "loading~spin",
    context: ["transaction"],
    copyText: hash,
  });
}

/**
 * How many transactions wait in the pool (a node tells no more of them), and those that were sent from here and of which nothing is
 * known yet.
 */
export async function pendingNodes(app: Settled, parent: GroupedNode): Promise<readonly GroupedNode[]> {
  const { group } = parent;
  const { settleSent } = await import("../../flows/sent/settleSent");
  const [count] = await Promise.all([getPendingTxSize(group.session.client), settleSent(app, group)]);
  const label =
    count === 0
      ? vscode.l10n.t("No pending transactions")
      : count === 1
        ? vscode.l10n.t("1 pending transaction")
        : vscode.l10n.t("{0} pending transactions", count);
  return [
    itemLine(parent, {
      id: "(count)",
      label,
      icon: count === 0 ? "check" : "watch",
      tooltip: vscode.l10n.t("A node reports only the number of transactions in its pool, not the transactions."),
    }),
    ...app.sent
      .list(group)
      .filter(({ outcome }) => outcome.kind === "open")
      .map(({ hash, title }) => waitingNode(parent, hash, title)),
  ];
}

/** What is in an index, why it stopped, and what can be done with it. */
async function indexNodes(app: Chainside, folder: GroupedNode): Promise<GroupedNode[]> {
  const { group } = folder;
  const state = app.indexes.stateOf(group);
  if (state.kind === "none") return [];
  const target = { kind: "group", group } as const;
  const lines: GroupedNode[] = [];
  const add = (id: string, label: string, icon: string, description: string, command?: vscode.Command): void => {
    lines.push(itemLine(folder, { id, label, icon, description, ...(command ? { command } : {}) }));
  };
  if (state.kind === "failed") add("problem", vscode.l10n.t("Stopped"), "warning", await sentence(app, state.error));
  if (state.reach) {
    const { missing, refusedTables } = state.reach;
    add("blocks", vscode.l10n.t("Indexed"), "package", blocksText(state.reach));
    if (missing > 0)
      add(
        "missing",
        vscode.l10n.t("Archived"),
        "archive",
        vscode.l10n.t("{0} blocks without transactions", numberText(missing)),
      );
    if (refusedTables > 0)
      add(
        "refused",
        vscode.l10n.t("Without a table"),
        "info",
        vscode.l10n.t("{0} events and functions", numberText(refusedTables)),
      );
  }
  const charts = vscode.l10n.t("Charts");
  add("charts", charts, "graph", "", commandOf("chainside.openCharts", charts, target));
  const query = vscode.l10n.t("New Chain Query");
  add("query", query, "search", "", commandOf("chainside.newChainQuery", query, target));
  return lines;
}

/** The folders of a group, in their order. */
export function groupFolders(app: Chainside): readonly GroupFolder[] {
  const members =
    (read: (members: Members) => Promise<readonly TreeNode[]>): GroupFolder["lines"] =>
    (parent, state) =>
      read({ parent, names: app.nodeNames, shown: state });
  return [
    {
      id: "sealers",
      label: vscode.l10n.t("Sealers"),
      icon: "server-process",
      tooltip: vscode.l10n.t("Nodes that take part in the consensus"),
      filterable: true,
      live: "blocks",
      lines: members(sealerNodes),
    },
    {
      id: "observers",
      label: vscode.l10n.t("Observers"),
      icon: "eye",
      tooltip: vscode.l10n.t("Nodes that follow the chain without a vote"),
      filterable: true,
      live: "blocks",
      lines: members(observerNodes),
    },
    {
      id: "candidates",
      label: vscode.l10n.t("Candidate Sealers"),
      icon: "watch",
      tooltip: vscode.l10n.t("Nodes waiting for their turn to seal (rPBFT)"),
      filterable: true,
      live: "blocks",
      exists: hasCandidates,
      lines: members(candidateNodes),
    },
    {
      id: "groupPeers",
      label: vscode.l10n.t("Group Peers"),
      icon: "organization",
      tooltip: vscode.l10n.t("All nodes of the group that the connected node knows"),
      filterable: true,
      live: "blocks",
      lines: members(groupPeerNodes),
    },
    {
      id: "peers",
      label: vscode.l10n.t("Peers"),
      icon: "remote-explorer",
      tooltip: vscode.l10n.t("P2P connections of the connected node"),
      filterable: true,
      live: "restless",
      lines: (folder, state) => peerNodes(app, folder, state),
    },
    {
      id: "bfs",
      label: "BFS",
      icon: "file-directory",
      tooltip: vscode.l10n.t("The chain's file system of contracts and tables"),
      lines: bfsRoots,
    },
    {
      id: "systemConfig",
      label: vscode.l10n.t("System Config"),
      icon: "settings-gear",
      tooltip: vscode.l10n.t("Values enforced by the chain itself"),
      lines: configNodes,
    },
    {
      id: "blocks",
      label: vscode.l10n.t("Blocks"),
      icon: "package",
      tooltip: vscode.l10n.t("Newest first"),
      description: ({ height }) => (height === undefined ? "" : `#${height}`),
      lines: (folder, state) => blockNodes(app, folder, state),
    },
    {
      id: "pending",
      label: vscode.l10n.t("Pending"),
      icon: "clock",
      tooltip: vscode.l10n.t("Pending transactions in the pool of the connected node"),
      live: "restless",
      lines: (folder) => pendingNodes(app, folder),
    },
    {
      id: "index",
      label: vscode.l10n.t("Index"),
      icon: "database",
      tooltip: vscode.l10n.t("The group's history in a file on this computer, for queries and charts"),
      description: (group) => indexText(app.indexes.stateOf(group)),
      context: (group) => [app.indexes.stateOf(group).kind === "running" ? "indexing" : "restingIndex"],
      exists: (group) => app.indexes.has(group),
      lines: (folder) => indexNodes(app, folder),
    },
  ];
}

/** The lines of the folders that the group has. */
export async function folderNodes(app: Chainside, parent: GroupedNode): Promise<GroupedNode[]> {
  const { group } = parent;
  const all = groupFolders(app);
  const there = await Promise.all(all.map(({ exists }) => exists?.(group) ?? true));
  return all
    .filter((_, index) => there[index])
    .map(({ id, label, icon, tooltip, description, context, filterable, lines }) =>
      itemLine(parent, {
        id,
        label,
        icon,
        tooltip,
        ...(description ? { description: () => description(group) } : {}),
        context: () => [
          "folder",
          ...(context?.(group) ?? []),
          ...ifKnown(id, ["bfs", "blocks", "observers", "sealers", "systemConfig"]),
          ...(filterable ? (["filterable"] as const) : []),
          "refreshable",
        ],
        children: lines,
      }),
    );
}
