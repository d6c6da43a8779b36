import * as vscode from "vscode";
import { line } from "./line";
import { messageNode } from "./messageNode";
import type { Shown } from "./shown";
import type { TreeNode } from "./treeNode";

/** A line that does something to its list when it is opened. */
interface ActingNode extends TreeNode {
  act(): void;
}

export const isActingNode = (value: unknown): value is ActingNode =>
  typeof (value as Partial<ActingNode> | undefined)?.act === "function";

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
  const command = { command: "chainside.loadMore", title: init.label };
  return line<{ act(): void }>(parent, { ...init, context: "more", command }, { act });
}

/** `Load More`, with how many lines wait where that is known. */
export function moreNode(parent: TreeNode, shown: Shown, description: string): TreeNode {
  const label = vscode.l10n.t("Load More");
  return actingNode(parent, { id: "(more)", label, description, icon: "ellipsis" }, () =>
    shown.change({ pages: shown.pages + 1 }),
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
  shown: Shown,
  items: readonly Item[],
  { size, node, words }: PageInit<Item>,
): TreeNode[] {
  const { filter, pages } = shown;
  const fitting = filter === undefined || !words ? items : items.filter((item) => fits(filter, words(item)));
  if (fitting.length === 0 && items.length > 0) return [noneFits(parent)];
  const count = pages * size;
  const lines = fitting.slice(0, count).map(node);
  const left = fitting.length - count;
  return left > 0 ? [...lines, moreNode(parent, shown, vscode.l10n.t("{0} more", left))] : lines;
}

/** Stands where a filter leaves nothing. */
export function noneFits(parent: TreeNode): TreeNode {
  return messageNode(parent, vscode.l10n.t("No items match the filter"), { icon: "filter" });
}
