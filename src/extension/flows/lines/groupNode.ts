import type { Target } from "../../kit/commands/target";
import type { ContextWord } from "../../kit/manifest/contextKeys";
import { current, type LineInit, line } from "../../kit/tree/line";
import type { TreeNode } from "../../kit/tree/treeNode";
import type { ChainGroup } from "../../state/connections/chainGroup";

/** Any line below a group. */
export interface GroupedNode extends TreeNode {
  readonly group: ChainGroup;
  readonly target: Target;
}

/** A line about a group: menus see in its context whether the group is `writable`. Without a target of its own it is the group's. */
export function groupLine(parent: TreeNode | undefined, group: ChainGroup, init: LineInit<GroupedNode>): GroupedNode {
  const context = (): readonly ContextWord[] => [
    ...current(init.context ?? []),
    ...(group.writable ? (["writable"] as const) : []),
  ];
  const target: Target = { ...(init.target ?? { kind: "group" }), group };
  return line(parent, { ...init, context, target }, { group, target });
}

/** A line below one of its group. */
export function itemLine(parent: GroupedNode, init: LineInit<GroupedNode>): GroupedNode {
  return groupLine(parent, parent.group, init);
}
