import * as vscode from "vscode";
import type { BfsEntry } from "../../../chain/services/bfs/listDirectory";
import { type GroupedNode, leaf } from "../../flows/lines/groupNode";
import { messageNode } from "../../kit/tree/messageNode";
import { moreNode, pageOf } from "../../kit/tree/pages";
import type { Shown } from "../../kit/tree/shown";
import type { TreeNode } from "../../kit/tree/treeNode";
import { type BfsNode, isBfsNode, isTablePath } from "./bfsNode";

const icons: Readonly<Record<BfsEntry["type"], string>> = {
  directory: "folder",
  link: "link",
  contract: "file-code",
};

/** Entries that are looked through with a filter. */
const mostFiltered = 20_000;

/** Elsewhere, as below /sys and /usr, the chain allows nobody to make anything. */
const isOpen = /^\/(apps|tables)(\/|$)/;
const isBelowTables = /^\/tables(\/|$)/;

const isTable = ({ path, type }: Pick<BfsEntry, "path" | "type">): boolean => type !== "directory" && isTablePath(path);

function kindText(entry: Pick<BfsEntry, "path" | "type">): string {
  if (entry.type === "directory") return "";
  if (isTablePath(entry.path)) return vscode.l10n.t("table");
  return entry.type === "link" ? vscode.l10n.t("link") : vscode.l10n.t("contract");
}

/** Words that menus look at: where something may be made, what is a table. */
function contextOf({ path, type }: Pick<BfsEntry, "path" | "type">): string {
  if (type !== "directory") return isTable({ path, type }) ? "table" : type;
  const directory = isOpen.test(path) ? `directory${isBelowTables.test(path) ? " tables" : ""}` : "closedDirectory";
  return `filterable ${directory} refreshable`;
}

function bfsNode(parent: GroupedNode, entry: Pick<BfsEntry, "name" | "path" | "type">): BfsNode {
  const { name, path, type } = entry;
  const table = isTable(entry);
  return leaf<Pick<BfsNode, "path" | "entryType">>(
    parent,
    {
      id: name,
      label: isBfsNode(parent) ? name : path,
      description: kindText(entry),
      icon: table ? "table" : icons[type],
      context: contextOf(entry),
      copyText: path,
      ...(table ? { command: { command: "chainside.openTable", title: vscode.l10n.t("Open Table") } } : {}),
      ...(type === "directory"
        ? { tooltip: path, children: (node, shown) => listEntries(node, path, shown) }
        : { askedTooltip: async (node) => (await import("./bfsTooltip")).bfsTooltip(node) }),
    },
    { path, entryType: type },
  );
}

/** Lines of a directory on one page. A directory that is filtered is read whole. */
const pageSize = 200;

async function listEntries(parent: GroupedNode, path: string, shown: Shown): Promise<readonly TreeNode[]> {
  const { listDirectory } = await import("../../../chain/services/bfs/listDirectory");
  const limit = shown.filter === undefined ? shown.pages * pageSize : mostFiltered;
  const { entries, more } = await listDirectory(parent.group.session, path, { limit });
  if (entries.length === 0) return [messageNode(parent, vscode.l10n.t("Empty"), { icon: "blank" })];
  const nodes = pageOf(parent, shown, entries, {
    size: pageSize,
    node: (entry) => bfsNode(parent, entry),
    words: ({ name }) => name,
  });
  return more && shown.filter === undefined
    ? [...nodes, moreNode(parent, shown, vscode.l10n.t("after {0} entries", entries.length))]
    : nodes;
}

/** The top of the chain's file system. */
export function bfsRoots(parent: GroupedNode, shown: Shown): Promise<readonly TreeNode[]> {
  return listEntries(parent, "/", shown);
}
