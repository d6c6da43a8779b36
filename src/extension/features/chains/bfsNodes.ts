import * as vscode from "vscode";
import type { BfsEntry } from "../../../chain/services/bfs/listDirectory";
import { filterOf, fits } from "../../flows/lines/filters";
import { filterText } from "../../flows/lines/folder";
import { type GroupedNode, leaf, treeItem } from "../../flows/lines/groupNode";
import { moreNode, pageOf, shownLines } from "../../flows/lines/morePages";
import { type BfsNode, isTablePath } from "./bfsNode";

const icons: Readonly<Record<BfsEntry["type"], string>> = {
  directory: "folder",
  link: "link",
  contract: "file-code",
};

/** Entries that are looked through with a filter. */
const mostFiltered = 20_000;

function kindText(entry: Pick<BfsEntry, "path" | "type">): string {
  if (entry.type === "directory") return "";
  if (isTablePath(entry.path)) return vscode.l10n.t("table");
  return entry.type === "link" ? vscode.l10n.t("link") : vscode.l10n.t("contract");
}

function bfsNode(parent: GroupedNode, entry: Pick<BfsEntry, "name" | "path" | "type">): BfsNode {
  const { group } = parent;
  const directory = entry.type === "directory";
  // Below /sys and /usr the chain allows nobody to make anything.
  const table = !directory && isTablePath(entry.path);
  const open = /^\/(apps|tables)(\/|$)/.test(entry.path);
  const node: BfsNode = {
    id: `${parent.id}/${entry.name}`,
    parent,
    group,
    path: entry.path,
    entryType: entry.type,
    copyText: entry.path,
    ...(directory ? {} : { tooltip: async () => (await import("./bfsTooltip")).bfsTooltip(node) }),
    item: () => {
      const item = treeItem(
        {
          id: entry.name,
          label: parent.parent && "path" in parent ? entry.name : entry.path,
          description: [kindText(entry), ...filterText(node.id)].filter(Boolean).join(" · "),
          tooltip: entry.path,
          icon: table ? "table" : icons[entry.type],
          context: `${directory ? "filterable " : ""}${directory ? (open ? `directory${/^\/tables(\/|$)/.test(entry.path) ? " tables" : ""} refreshable` : "closedDirectory refreshable") : table ? "table" : entry.type}`,
          copyText: entry.path,
          ...(table
            ? { command: { command: "chainside.openTable", title: vscode.l10n.t("Open Table"), arguments: [node] } }
            : {}),
        },
        group,
        directory ? vscode.TreeItemCollapsibleState.Collapsed : vscode.TreeItemCollapsibleState.None,
      );
      if (!directory) item.tooltip = undefined;
      return item;
    },
    ...(directory ? { children: () => listEntries(node, entry.path) } : {}),
  };
  return node;
}

/** Lines of a directory on one page. A directory that is filtered is read whole. */
const pageSize = 200;

async function listEntries(parent: GroupedNode, path: string): Promise<readonly GroupedNode[]> {
  const { listDirectory } = await import("../../../chain/services/bfs/listDirectory");
  const filter = filterOf(parent.id);
  const limit = filter === undefined ? shownLines(parent.id, pageSize) : mostFiltered;
  const { entries, more } = await listDirectory(parent.group.session, path, { limit });
  const fitting = filter === undefined ? entries : entries.filter(({ name }) => fits(filter, name));
  const nodes: GroupedNode[] = pageOf(parent, fitting, pageSize, (entry) => bfsNode(parent, entry));
  if (more && filter === undefined)
    nodes.push(moreNode(parent, pageSize, vscode.l10n.t("after {0} entries", entries.length)));
  if (nodes.length === 0) {
    const label = filter === undefined ? vscode.l10n.t("Empty") : vscode.l10n.t("No items match the filter");
    nodes.push(leaf(parent, { id: "(empty)", label, icon: "blank", context: "message" }));
  }
  return nodes;
}

/** The top of the chain's file system. */
export function bfsRoots(parent: GroupedNode): Promise<readonly GroupedNode[]> {
  return listEntries(parent, "/");
}
