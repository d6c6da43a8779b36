import type * as vscode from "vscode";
import { isHandedOver } from "../commands/commands";
import type { Target } from "../commands/target";
import type { ListState } from "./listState";

/** One line of a tree view. Made anew at each refresh; the id says which line it is. */
export interface TreeNode {
  /** Stable and free of changing text, so that selection and expansion survive a refresh. */
  readonly id: string;
  readonly parent: TreeNode | undefined;
  /** What a command is run on that is run on this line; absent for a line that only says something. */
  readonly target?: Target;
  item(): vscode.TreeItem;
  /** Absent for a leaf. Errors become a line of their own. */
  children?(state: ListState): Promise<readonly TreeNode[]> | readonly TreeNode[];
  /** A tooltip that has to be asked for: made when the mouse rests on a line whose item has none. */
  tooltip?(): Promise<vscode.MarkdownString>;
  /** What Copy puts on the clipboard. */
  readonly copyText?: string;
}

/** Whether what a command was given is a line of ours: they are all made by `line`. */
export function isTreeNode(given: unknown): given is TreeNode {
  return isHandedOver(given) && "item" in given;
}
