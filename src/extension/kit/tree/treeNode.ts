import type * as vscode from "vscode";
import type { Shown } from "./shown";

/** One line of a tree view. Made anew at each refresh; the id says which line it is. */
export interface TreeNode {
  /** Stable and free of changing text, so that selection and expansion survive a refresh. */
  readonly id: string;
  readonly parent: TreeNode | undefined;
  item(): vscode.TreeItem;
  /** Absent for a leaf. Errors become a line of their own. */
  children?(shown: Shown): Promise<readonly TreeNode[]> | readonly TreeNode[];
  /** A tooltip that has to be asked for: made when the mouse rests on a line whose item has none. */
  tooltip?(): Promise<vscode.MarkdownString>;
  /** What Copy puts on the clipboard; a function where it has to be read first. */
  readonly copyText?: string | (() => Promise<string>);
}

export function isTreeNode(value: unknown): value is TreeNode {
  return typeof (value as Partial<TreeNode> | null | undefined)?.item === "function";
}
