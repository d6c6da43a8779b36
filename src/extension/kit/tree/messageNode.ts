import * as vscode from "vscode";
import type { TreeNode } from "./treeNode";

/** A line that says something instead of showing a thing: nothing here, or why the list could not be read. */
export function messageNode(
  parent: TreeNode,
  text: string,
  options: { icon?: string; tooltip?: string; command?: vscode.Command } = {},
): TreeNode {
  return {
    id: `${parent.id}/(message)`,
    parent,
    item() {
      const item = new vscode.TreeItem(text);
      if (options.icon) item.iconPath = new vscode.ThemeIcon(options.icon);
      item.tooltip = options.tooltip ?? text;
      if (options.command) item.command = options.command;
      item.contextValue = "message";
      return item;
    },
  };
}
