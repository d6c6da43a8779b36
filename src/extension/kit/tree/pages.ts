import * as vscode from "vscode";
import { commandOf } from "../commands/commands";
import { line, messageNode } from "./line";
import type { ListState, TreeNode } from "./treeNode";

/** Whether a text holds every word of the filter. */
export function fits(filter: string, text: string): boolean {
  const lower = text.toLowerCase();
  return filter.split(/\s+/).every((word) => lower.includes(word));
}

/** A line of a list that shows more of it. */
export function actingNode(
  parent: TreeNode,
  init: { readonly id: string; readonly label: string; readonly description: string; readonly icon: string },
  act: () => void,
): TreeNode {
  return line(parent, { ...init, command: commandOf("chainside.loadMore", init.label, act) });
}

/** `Load More`, with how many lines wait where that is known. */
export function moreNode(parent: TreeNode, state: ListState, description: string): TreeNode {
  const label = vscode.l10n.t("Load More");
  return actingNode(parent, { id: "(more)", label, description, icon: "ellipsis" }, () =>
    state.change({ pages: state.pages + 1 }),
  );
}

interface PageInit<Item> {
  /** Lines of a page. */
  readonly size: number;
  readonly node: (item: Item) => TreeNode;
  /** What a filter looks at; without it the list takes none. */
  readonly words?: (item: Item) => string;
}

/** What fits the filter, as far as pages were asked for. */
export function pageOf<Item>(
  parent: TreeNode,
  state: ListState,
  items: readonly Item[],
  { size, node, words }: PageInit<Item>,
): TreeNode[] {
  const { filter, pages } = state;
  const fitting = filter === undefined || !words ? items : items.filter((item) => fits(filter, words(item)));
  if (fitting.length === 0 && items.length > 0) return [noneFits(parent)];
  const count = pages * size;
  const lines = fitting.slice(0, count).map(node);
  const left = fitting.length - count;
  return left > 0 ? [...lines, moreNode(parent, state, vscode.l10n.t("{0} more", left))] : lines;
}

/** Stands where a filter leaves nothing. */
export function noneFits(parent: TreeNode): TreeNode {
  return messageNode(parent, vscode.l10n.t("No items match the filter"), { icon: "filter" });
}
