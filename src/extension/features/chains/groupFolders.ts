import * as vscode from "vscode";
import { noted } from "../../../text/joining";
import { indexText } from "../../flows/history/indexText";
import { type GroupedNode, itemLine } from "../../flows/lines/groupNode";
import { type ContextWord, ifKnown } from "../../kit/manifest/contextKeys";
import type { ListState, TreeNode } from "../../kit/tree/treeNode";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { bfsRoots } from "./bfsNodes";
import { blockNodes } from "./blockNodes";
import { indexNodes } from "./indexNodes";
import { candidateNodes, groupPeerNodes, hasCandidates, type Members, observerNodes, sealerNodes } from "./memberNodes";
import { peerNodes } from "./peerNodes";
import { pendingNodes } from "./pendingNodes";

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
