import { describe, expect, it } from "vitest";
import { NodeTree } from "../../../../../src/extension/kit/tree/nodeTree";
import type { TreeNode } from "../../../../../src/extension/kit/tree/treeNode";
import { EventEmitter, TreeItem, TreeItemCollapsibleState } from "../../../../support/fakeVscode/values";

const errors = { log: () => undefined } as never;

function node(id: string, parent: TreeNode | undefined, below: () => readonly TreeNode[]): TreeNode {
  return {
    id,
    parent,
    item: () => new TreeItem(id, TreeItemCollapsibleState.Collapsed) as never,
    children: below,
  };
}

describe("a tree whose chain went away and came back", () => {
  it("is unfolded as it was, but for what was folded since", async () => {
    let connected = true;
    const chain: TreeNode = node("chain", undefined, () => (connected ? [group] : []));
    const group: TreeNode = node("group", chain, () => [sealers, peers]);
    const [sealers, peers]: [TreeNode, TreeNode] = [node("sealers", group, () => []), node("peers", group, () => [])];
    const collapsed = new EventEmitter<{ element: TreeNode }>();
    const tree = new NodeTree(() => [chain], errors);
    tree.watch({ onDidExpandElement: new EventEmitter().event, onDidCollapseElement: collapsed.event } as never);
    const unfold = async (...path: TreeNode[]): Promise<void> => {
      for (const each of path) await tree.getChildren(each);
    };
    const states = (): unknown[] => [group, sealers, peers].map((each) => tree.getTreeItem(each).collapsibleState);
    const { Collapsed, Expanded } = TreeItemCollapsibleState;
    await tree.getChildren();
    await unfold(chain, group, sealers, peers);
    expect(states()).toEqual([Collapsed, Collapsed, Collapsed]);
    collapsed.fire({ element: peers });
    connected = false;
    await unfold(chain);
    connected = true;
    await unfold(chain);
    expect(states()).toEqual([Expanded, Expanded, Collapsed]);
    await unfold(group, sealers);
    expect(states()).toEqual([Collapsed, Collapsed, Collapsed]);
    tree.dispose();
  });
});
