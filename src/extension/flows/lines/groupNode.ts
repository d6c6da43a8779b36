import { type LineInit, line, told } from "../../kit/tree/line";
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

/** A line about a group: menus see in its context whether the group is `writable`. */
export function groupLine<More extends object = object>(
  parent: TreeNode | undefined,
  group: ChainGroup,
  init: LineInit<GroupedNode & More>,
  more?: More,
): GroupedNode & More {
  const context = (): string => [told(init.context), ...(group.writable ? ["writable"] : [])].join(" ");
  return line<{ readonly group: ChainGroup } & More>(parent, { ...init, context }, { ...(more as More), group });
}

/** A line below one of its group. */
export function leaf<More extends object = object>(
  parent: GroupedNode,
  init: LineInit<GroupedNode & More>,
  more?: More,
): GroupedNode & More {
  return groupLine(parent, parent.group, init, more);
}
