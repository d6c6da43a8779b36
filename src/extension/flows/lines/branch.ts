import * as vscode from "vscode";
import type { TreeNode } from "../../kit/tree/treeNode";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { type GroupedNode, treeItem } from "./groupNode";

interface BranchInit {
  /** Unique below its parent, and the first word of its context. */
  readonly name: string;
  readonly label: string;
  readonly description?: string;
  readonly tooltip?: string;
  readonly icon: string;
  readonly collapsed?: boolean;
  /** More words that menus look at. */
  readonly context?: string;
  readonly children: (node: GroupedNode) => Promise<readonly TreeNode[]> | readonly TreeNode[];
}

/** A line of the Governance view with lines below it. `more` goes onto the node for commands to find. */
export function branch<More extends object>(
  parent: TreeNode | undefined,
  group: ChainGroup,
  init: BranchInit,
  more?: More,
): GroupedNode & More {
  const node: GroupedNode & More = {
    ...(more as More),
    id: `${parent?.id ?? `governance/${group.id}`}/${init.name}`,
    parent,
    group,
    item: () =>
      treeItem(
        {
          id: init.name,
          label: init.label,
          icon: init.icon,
          context: `${init.context ?? init.name} refreshable`,
          ...(init.description === undefined ? {} : { description: init.description }),
          ...(init.tooltip === undefined ? {} : { tooltip: init.tooltip }),
        },
        group,
        init.collapsed ? vscode.TreeItemCollapsibleState.Collapsed : vscode.TreeItemCollapsibleState.Expanded,
      ),
    children: () => init.children(node),
  };
  return node;
}
