import * as vscode from "vscode";
import type { ChainGroup } from "../connections/chainGroup";
import { type GroupedNode, treeItem } from "./groupNode";

interface FolderInit {
  readonly name: string;
  readonly label: string;
  readonly icon: string;
  readonly context?: string;
  readonly tooltip: string;
  readonly description?: () => string;
  readonly children: (folder: GroupedNode) => Promise<readonly GroupedNode[]>;
}

/** A folder of a group: Sealers, Peers, Blocks, … */
export function folder(parent: GroupedNode, group: ChainGroup, init: FolderInit): GroupedNode {
  const node: GroupedNode = {
    id: `${parent.id}/${init.name}`,
    parent,
    group,
    item: () =>
      treeItem(
        {
          id: init.name,
          label: init.label,
          icon: init.icon,
          context: `folder ${init.context ?? init.name} refreshable`,
          tooltip: init.tooltip,
          ...(init.description ? { description: init.description() } : {}),
        },
        group,
        vscode.TreeItemCollapsibleState.Collapsed,
      ),
    children: () => init.children(node),
  };
  return node;
}
