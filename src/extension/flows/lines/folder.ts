import * as vscode from "vscode";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { filterOf } from "./filters";
import { type GroupedNode, treeItem } from "./groupNode";

interface FolderInit {
  readonly name: string;
  readonly label: string;
  readonly icon: string;
  readonly context?: string;
  readonly tooltip: string;
  readonly description?: () => string;
  /** Its lines may be many and have texts to filter by. */
  readonly filterable?: boolean;
  readonly children: (folder: GroupedNode) => Promise<readonly GroupedNode[]>;
}

/** What the folder's own line says of its filter. */
export function filterText(folderId: string): string[] {
  const filter = filterOf(folderId);
  return filter === undefined ? [] : [vscode.l10n.t('only "{0}"', filter)];
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
          context: `folder ${init.context ?? init.name}${init.filterable ? " filterable" : ""} refreshable`,
          tooltip: init.tooltip,
          description: [init.description?.() ?? "", ...filterText(node.id)].filter(Boolean).join(" · "),
        },
        group,
        vscode.TreeItemCollapsibleState.Collapsed,
      ),
    children: () => init.children(node),
  };
  return node;
}
