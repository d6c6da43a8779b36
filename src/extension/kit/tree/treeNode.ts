import type * as vscode from "vscode";
import { isMarkedTrusted } from "../commands/commands";
import type { Target } from "../commands/target";

/** How the lines below a line are shown. The tree keeps it by the line's id, and hands it to the line with the question for them. */
export interface ListState {
  /** Words that a line must have, in lower case; undefined shows all. */
  readonly filter: string | undefined;
  /** How many pages of a long list, at least one. */
  readonly pages: number;
  /** Where a list begins that need not begin at its top. */
  readonly start: number | undefined;
  /** Shows them otherwise from now on. */
  change(to: ListChange): void;
}

/** What changes; an empty filter takes the filter away. */
export interface ListChange {
  readonly filter?: string | undefined;
  readonly pages?: number;
  readonly start?: number | undefined;
}

/** How lines are shown by default. */
export const initialListState: ListState = { filter: undefined, pages: 1, start: undefined, change: () => undefined };

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
  return isMarkedTrusted(given) && "item" in given;
}
