import * as vscode from "vscode";
import type { TreeNode } from "../../kit/tree/treeNode";
import type { ChainGroup } from "../../state/connections/chainGroup";

/** Any line below a group. */
export interface GroupedNode extends TreeNode {
  readonly group: ChainGroup;
}

/** A line that stands for a node of the chain. */
export interface MemberNode extends GroupedNode {
  readonly nodeId: string;
}

export interface LeafInit {
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  readonly tooltip?: string | vscode.MarkdownString;
  readonly icon: string | vscode.ThemeIcon;
  /** Words that menus look at. */
  readonly context: string;
  readonly command?: vscode.Command;
  readonly copyText?: string;
  readonly accessibleLabel?: string;
}

/** A `TreeItem` with what every line here has. `writable` and `copyable` are added where they hold. */
export function treeItem(
  init: LeafInit,
  group: ChainGroup,
  state = vscode.TreeItemCollapsibleState.None,
): vscode.TreeItem {
  const item = new vscode.TreeItem(init.label, state);
  if (init.description !== undefined) item.description = init.description;
  item.tooltip = init.tooltip ?? [init.label, init.description].filter(Boolean).join(" · ");
  item.iconPath = typeof init.icon === "string" ? new vscode.ThemeIcon(init.icon) : init.icon;
  item.contextValue = [
    init.context,
    ...(init.copyText === undefined ? [] : ["copyable"]),
    ...(group.writable ? ["writable"] : []),
  ].join(" ");
  if (init.command) item.command = init.command;
  if (init.accessibleLabel) item.accessibilityInformation = { label: init.accessibleLabel };
  return item;
}

/** A line without children. */
export function leaf(parent: GroupedNode, init: LeafInit): GroupedNode {
  const { group } = parent;
  return {
    id: `${parent.id}/${init.id}`,
    parent,
    group,
    item: () => treeItem(init, group),
    ...(init.copyText === undefined ? {} : { copyText: init.copyText }),
  };
}
