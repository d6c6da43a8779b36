import * as vscode from "vscode";
import { isTablePath } from "../../../chain/abi/builtInLimits";
import type { BfsEntry } from "../../../chain/services/bfs/listDirectory";
import { type GroupedNode, itemLine } from "../../flows/lines/groupNode";
import { commandOf } from "../../kit/commands/commands";
import type { ContextWord } from "../../kit/manifest/contextKeys";
import { messageNode } from "../../kit/tree/line";
import { moreNode, pageOf } from "../../kit/tree/pages";
import type { ListState, TreeNode } from "../../kit/tree/treeNode";

const icons: Readonly<Record<BfsEntry["type"], string>> = {
  directory: "folder",
  link: "link",
  contract: "file-code",
};

/** Entries that are looked through with a filter. */
const maxFiltered = 20_000;

/** Elsewhere, as below /sys and /usr, the chain allows nothing to be made. */
const isOpen = /^\/(apps|tables)(\/|$)/;
const isBelowTables = /^\/tables(\/|$)/;

const isTable = ({ path, type }: Pick<BfsEntry, "path" | "type">): boolean => type !== "directory" && isTablePath(path);

function kindText(entry: Pick<BfsEntry, "path" | "type">): string {
  if (entry.type === "directory") return "";
  if (isTablePath(entry.path)) return vscode.l10n.t("table");
  return entry.type === "link" ? vscode.l10n.t("link") : vscode.l10n.t("contract");
}

/** Words that menus look at: where something may be made, what is a table. */
function contextOf({ path, type }: Pick<BfsEntry, "path" | "type">): readonly ContextWord[] {
  if (type !== "directory") return isTable({ path, type }) ? ["table"] : type === "link" ? ["link"] : ["contract"];
  const tables = isBelowTables.test(path) ? (["tables"] as const) : [];
  return ["filterable", ...(isOpen.test(path) ? (["directory", ...tables] as const) : []), "refreshable"];
}

function bfsNode(parent: GroupedNode, entry: Pick<BfsEntry, "name" | "path" | "type">): GroupedNode {
  const { name, path, type } = entry;
  const table = isTable(entry);
  const target = { kind: "path", path, entryType: type, group: parent.group } as const;
  return itemLine(parent, {
    target,
    id: name,
    label: parent.target.kind === "path" ? name : path,
    description: kindText(entry),
    icon: table ? "table" : icons[type],
    context: contextOf(entry),
    copyText: path,
    ...(table ? { command: commandOf("chainside.openTable", vscode.l10n.t("Open Table"), target) } : {}),
    ...(type === "directory"
      ? { tooltip: path, children: (node, state) => listEntries(node, path, state) }
      : { askedTooltip: async (node) => (await import("./bfsTooltip")).bfsTooltip(node.group, entry) }),
  });
}

/** Lines of a directory on one page. A directory that is filtered is read whole. */
const pageSize = 200;

async function listEntries(parent: GroupedNode, path: string, state: ListState): Promise<readonly TreeNode[]> {
  const { listDirectory } = await import("../../../chain/services/bfs/listDirectory");
  const limit = state.filter === undefined ? state.pages * pageSize : maxFiltered;
  const { entries, more } = await listDirectory(parent.group.session, path, { limit });
  if (entries.length === 0) return [messageNode(parent, vscode.l10n.t("Empty"), { icon: "blank" })];
  const nodes = pageOf(parent, state, entries, {
    size: pageSize,
    node: (entry) => bfsNode(parent, entry),
    words: ({ name }) => name,
  });
  return more && state.filter === undefined
    ? [...nodes, moreNode(parent, state, vscode.l10n.t("after {0} entries", entries.length))]
    : nodes;
}

/** The top of the chain's file system. */
export function bfsRoots(parent: GroupedNode, state: ListState): Promise<readonly TreeNode[]> {
  return listEntries(parent, "/", state);
}
