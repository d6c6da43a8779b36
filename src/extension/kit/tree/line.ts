import * as vscode from "vscode";
import { clauses } from "../../../text/joining";
import { markTrusted } from "../commands/commands";
import type { Target } from "../commands/target";
import { type ContextWord, contextValue } from "../manifest/contextKeys";
import type { ListState, TreeNode } from "./treeNode";

/** A value, or how it is found each time the line is drawn. */
type Lazy<Value> = Value | (() => Value);

export interface LineInit<Node extends TreeNode = TreeNode> {
  /** Unique below its parent; of a line without one the whole id. Free of changing text. */
  readonly id: string;
  readonly label: string;
  readonly description?: Lazy<string>;
  /** Without one, label and description. */
  readonly tooltip?: Lazy<string | vscode.MarkdownString>;
  /** A tooltip that has to be asked for, when the mouse rests on the line. */
  readonly askedTooltip?: (node: Node) => Promise<vscode.MarkdownString>;
  readonly icon?: Lazy<string | vscode.ThemeIcon>;
  /** What menus know it by; `copyable` is added where it holds. */
  readonly context?: Lazy<readonly ContextWord[]>;
  /** What a command is run on that is run on this line. */
  readonly target?: Target;
  /** What a click does. */
  readonly command?: vscode.Command;
  readonly copyText?: string;
  /** Without one, label and description. */
  readonly accessibleLabel?: string;
  readonly resourceUri?: vscode.Uri;
  /** Absent for a leaf. */
  readonly children?: (node: Node, state: ListState) => Promise<readonly TreeNode[]> | readonly TreeNode[];
  /** Whether the lines below are seen at first. */
  readonly expanded?: Lazy<boolean>;
}

/** What a line shows now. */
export function current<Value extends string | boolean | object | undefined>(value: Lazy<Value>): Value {
  return typeof value === "function" ? value() : value;
}

function stateOf({ children, expanded }: LineInit<never>): vscode.TreeItemCollapsibleState {
  const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
  if (!children) return None;
  return current(expanded ?? false) ? Expanded : Collapsed;
}

/** What a screen reader says of a line; of one without, it would read the tooltip where that is a plain text. */
export function spokenLine(label: string, description: string | undefined): string {
  return clauses([label, description ?? ""]);
}

function itemOf(init: LineInit<never>): vscode.TreeItem {
  const { label, copyText, command } = init;
  const [description, icon] = [current(init.description), current(init.icon)];
  const item = new vscode.TreeItem(label, stateOf(init));
  if (description !== undefined) item.description = description;
  if (!init.askedTooltip) item.tooltip = current(init.tooltip) ?? [label, description].filter(Boolean).join(" · ");
  if (icon) item.iconPath = typeof icon === "string" ? new vscode.ThemeIcon(icon) : icon;
  item.contextValue = contextValue([
    ...current(init.context ?? []),
    ...(copyText === undefined ? [] : (["copyable"] as const)),
  ]);
  if (command) item.command = command;
  const spoken =
    init.accessibleLabel ?? (typeof item.tooltip === "string" ? spokenLine(label, description) : undefined);
  if (spoken) item.accessibilityInformation = { label: spoken };
  if (init.resourceUri) item.resourceUri = init.resourceUri;
  return item;
}

/** Any line: a leaf, or with `children` a folder. `more` goes onto the node. */
export function line<More extends object = object>(
  parent: TreeNode | undefined,
  init: LineInit<TreeNode & More>,
  more?: More,
): TreeNode & More {
  const { children, askedTooltip, copyText, target } = init;
  const node: TreeNode & More = markTrusted({
    ...(more as More),
    id: parent ? `${parent.id}/${init.id}` : init.id,
    parent,
    item: () => itemOf(init),
    ...(target ? { target } : {}),
    ...(copyText === undefined ? {} : { copyText }),
    ...(askedTooltip ? { tooltip: () => askedTooltip(node) } : {}),
    ...(children ? { children: (state: ListState) => children(node, state) } : {}),
  });
  return node;
}

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
