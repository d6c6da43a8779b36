import type * as vscode from "vscode";
import { line } from "./line";
import type { TreeNode } from "./treeNode";

/**
 * A line that says something instead of showing a thing: nothing here, or why the list could not be read.
 * @param options with an `id` where it isn't the only one below its parent
 */
export function messageNode(
  parent: TreeNode,
  text: string,
  options: { id?: string; icon?: string; tooltip?: string; command?: vscode.Command } = {},
): TreeNode {
  return line(parent, { id: "(message)", label: text, ...options });
}
