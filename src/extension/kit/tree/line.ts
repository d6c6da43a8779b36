import * as vscode from "vscode";
import type { Shown } from "./shown";
import type { TreeNode } from "./treeNode";

/** A value, or how it is found each time the line is drawn. */
type Told<Value> = Value | (() => Value);

export interface LineInit<Node extends TreeNode = TreeNode> {
  /** Unique below its parent; of a line without one the whole id. Free of changing text. */
  readonly id: string;
  readonly label: string;
  readonly description?: Told<string>;
  /** Without one, label and description. */
  readonly tooltip?: Told<string | vscode.MarkdownString>;
  /** A tooltip that has to be asked for, when the mouse rests on the line. */
  readonly askedTooltip?: (node: Node) => Promise<vscode.MarkdownString>;
  readonly icon?: Told<string | vscode.ThemeIcon>;
  /** Words that menus look at; `copyable` is added where it holds. */
  readonly context: Told<string>;
  /** What a click does; the command is given the line where it names no arguments. */
  readonly command?: vscode.Command;
  readonly copyText?: string;
  /** Without one, label and description. */
  readonly accessibleLabel?: string;
  readonly resourceUri?: vscode.Uri;
  /** Absent for a leaf. */
  readonly children?: (node: Node, shown: Shown) => Promise<readonly TreeNode[]> | readonly TreeNode[];
  /** Whether the lines below are seen at first. */
  readonly expanded?: Told<boolean>;
}

/** What is told now. */
export function told<Value extends string | boolean | object | undefined>(value: Told<Value>): Value {
  return typeof value === "function" ? value() : value;
}

function stateOf({ children, expanded }: LineInit<never>): vscode.TreeItemCollapsibleState {
  const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
  if (!children) return None;
  return told(expanded ?? false) ? Expanded : Collapsed;
}

/** What a screen reader says of a line; of one without, it would read the tooltip where that is a plain text. */
export function spokenLine(label: string, description: string | undefined): string {
  return [label, description].filter(Boolean).join(", ");
}

function itemOf<Node extends TreeNode>(node: Node, init: LineInit<Node>): vscode.TreeItem {
  const { label, copyText, command } = init;
  const [description, icon] = [told(init.description), told(init.icon)];
  const item = new vscode.TreeItem(label, stateOf(init));
  if (description !== undefined) item.description = description;
  if (!init.askedTooltip) item.tooltip = told(init.tooltip) ?? [label, description].filter(Boolean).join(" · ");
  if (icon) item.iconPath = typeof icon === "string" ? new vscode.ThemeIcon(icon) : icon;
  item.contextValue = [told(init.context), ...(copyText === undefined ? [] : ["copyable"])].join(" ");
  if (command) item.command = { ...command, arguments: command.arguments ?? [node] };
  const spoken =
    init.accessibleLabel ?? (typeof item.tooltip === "string" ? spokenLine(label, description) : undefined);
  if (spoken) item.accessibilityInformation = { label: spoken };
  if (init.resourceUri) item.resourceUri = init.resourceUri;
  return item;
}

/** Any line: a leaf, or with `children` a folder. `more` goes onto the node, for commands to find. */
export function line<More extends object = object>(
  parent: TreeNode | undefined,
  init: LineInit<TreeNode & More>,
  more?: More,
): TreeNode & More {
  const { children, askedTooltip, copyText } = init;
  const node: TreeNode & More = {
    ...(more as More),
    id: parent ? `${parent.id}/${init.id}` : init.id,
    parent,
    item: () => itemOf(node, init),
    ...(copyText === undefined ? {} : { copyText }),
    ...(askedTooltip ? { tooltip: () => askedTooltip(node) } : {}),
    ...(children ? { children: (shown: Shown) => children(node, shown) } : {}),
  };
  return node;
}
