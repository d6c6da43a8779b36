import * as vscode from "vscode";
import type { BfsEntry } from "../../chain/services/bfs/listDirectory";
import { type GroupedNode, leaf, treeItem } from "./groupNode";

/** A line of the chain's file system. */
export interface BfsNode extends GroupedNode {
  readonly path: string;
  readonly entryType: BfsEntry["type"];
}

export function isBfsNode(value: unknown): value is BfsNode {
  return typeof value === "object" && value !== null && "entryType" in value;
}

const icons: Readonly<Record<BfsEntry["type"], string>> = {
  directory: "folder",
  link: "link",
  contract: "file-code",
};

function bfsNode(parent: GroupedNode, entry: Pick<BfsEntry, "name" | "path" | "type">): BfsNode {
  const { group } = parent;
  const directory = entry.type === "directory";
  // Below /sys and /usr the chain allows nobody to make anything.
  const open = /^\/(apps|tables)(\/|$)/.test(entry.path);
  const node: BfsNode = {
    id: `${parent.id}/${entry.name}`,
    parent,
    group,
    path: entry.path,
    entryType: entry.type,
    copyText: entry.path,
    item: () =>
      treeItem(
        {
          id: entry.name,
          label: parent.parent && "path" in parent ? entry.name : entry.path,
          description: directory ? "" : entry.type === "link" ? vscode.l10n.t("link") : vscode.l10n.t("contract"),
          tooltip: entry.path,
          icon: icons[entry.type],
          context: `${directory ? (open ? "directory refreshable" : "closedDirectory refreshable") : entry.type}`,
          copyText: entry.path,
        },
        group,
        directory ? vscode.TreeItemCollapsibleState.Collapsed : vscode.TreeItemCollapsibleState.None,
      ),
    ...(directory ? { children: () => listEntries(node, entry.path) } : {}),
  };
  return node;
}

async function listEntries(parent: GroupedNode, path: string): Promise<readonly GroupedNode[]> {
  const { listDirectory } = await import("../../chain/services/bfs/listDirectory");
  const { entries, more } = await listDirectory(parent.group.session, path);
  const nodes: GroupedNode[] = entries.map((entry) => bfsNode(parent, entry));
  if (more) {
    nodes.push(
      leaf(parent, {
        id: "(more)",
        label: vscode.l10n.t("More entries are not shown"),
        icon: "ellipsis",
        context: "message",
      }),
    );
  }
  if (nodes.length === 0) {
    nodes.push(leaf(parent, { id: "(empty)", label: vscode.l10n.t("Empty"), icon: "blank", context: "message" }));
  }
  return nodes;
}

/** The top of the chain's file system. */
export function bfsRoots(parent: GroupedNode): Promise<readonly GroupedNode[]> {
  return listEntries(parent, "/");
}
