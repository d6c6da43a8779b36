import * as vscode from "vscode";
import { type GroupedNode, leaf, treeItem } from "./groupNode";

/** The line below the first page of a long folder: shows one page more. */
export interface MoreNode extends GroupedNode {
  /** The folder that grows. */
  readonly folderId: string;
  readonly pageSize: number;
}

export const isMoreNode = (value: unknown): value is MoreNode =>
  typeof value === "object" && value !== null && "folderId" in value;

/** How many lines a folder shows, by its id, where more than a page was asked for. */
const shown = new Map<string, number>();

/** How many lines of a folder are shown now. */
export function shownLines(folderId: string, pageSize: number): number {
  return shown.get(folderId) ?? pageSize;
}

export function showMore({ folderId, pageSize }: MoreNode): void {
  shown.set(folderId, shownLines(folderId, pageSize) + pageSize);
}

/** Back to the first page. */
export function showFirstPage(folderId: string): void {
  shown.delete(folderId);
}

/** `Load More`, with how many lines wait where that is known. */
export function moreNode(parent: GroupedNode, pageSize: number, description: string): MoreNode {
  const init = { id: "(more)", label: vscode.l10n.t("Load More"), description, icon: "ellipsis", context: "more" };
  const node: MoreNode = {
    ...leaf(parent, init),
    folderId: parent.id,
    pageSize,
    item: () =>
      treeItem(
        { ...init, command: { command: "chainside.loadMore", title: init.label, arguments: [node] } },
        parent.group,
      ),
  };
  return node;
}

/** The first page of many lines, or as many pages as were asked for. */
export function pageOf<Item>(
  parent: GroupedNode,
  items: readonly Item[],
  pageSize: number,
  node: (item: Item) => GroupedNode,
): GroupedNode[] {
  const count = shownLines(parent.id, pageSize);
  const lines = items.slice(0, count).map(node);
  const left = items.length - count;
  if (left > 0) lines.push(moreNode(parent, pageSize, vscode.l10n.t("{0} more", left)));
  return lines;
}
