import { describe, expect, it } from "vitest";
import { line } from "../../../../../src/extension/kit/tree/line";
import { NodeTree, registerTrees } from "../../../../../src/extension/kit/tree/nodeTree";
import { pageOf } from "../../../../../src/extension/kit/tree/pages";
import type { TreeNode } from "../../../../../src/extension/kit/tree/treeNode";
import { host } from "../../../../support/fakeVscode/fakeHost";
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
    // once more, and the view asks for what is below a line that has gone meanwhile
    connected = false;
    await unfold(chain, group, sealers);
    connected = true;
    await unfold(chain);
    expect(states()).toEqual([Expanded, Expanded, Collapsed]);
    tree.dispose();
  });
});

describe("lines of which two have one id, as a node may tell them", () => {
  it("are one: VS Code would show none of the list", async () => {
    const list = node("list", undefined, () => ["a", "b", "a"].map((id) => node(`list/${id}`, list, () => [])));
    const tree = new NodeTree(() => [list], errors);
    await tree.getChildren();
    expect((await tree.getChildren(list)).map(({ id }) => id)).toEqual(["list/a", "list/b"]);
    tree.dispose();
  });
});

describe("a long list", () => {
  const items = Array.from({ length: 25 }, (_, index) => `node ${index}`);
  const list = (): TreeNode =>
    line(undefined, {
      id: "list",
      label: "List",
      description: "all",
      children: (parent, state) =>
        pageOf(parent, state, items, {
          size: 10,
          words: (item) => item,
          node: (item) => line(parent, { id: item, label: item }),
        }),
    });
  async function below(tree: NodeTree): Promise<{ folder: unknown; lines: unknown[]; last: TreeNode | undefined }> {
    const [folder] = await tree.getChildren();
    if (!folder) throw new Error("no list");
    const nodes = await tree.getChildren(folder);
    const lines = nodes.map((each) => tree.getTreeItem(each)).map(({ label, description }) => [label, description]);
    return { folder: tree.getTreeItem(folder).description, lines, last: nodes.at(-1) };
  }

  it("grows by a page with each Load More, and refreshes its own line alone", async () => {
    host.reset();
    registerTrees({ errors });
    const tree = new NodeTree(() => [list()], errors);
    const refreshed: (string | undefined)[] = [];
    tree.onDidChangeTreeData((node) => refreshed.push(node?.id));
    const { lines, last } = await below(tree);
    expect(lines).toHaveLength(11);
    expect(lines.at(-1)).toEqual(["Load More", "15 more"]);
    const { command } = tree.getTreeItem(last as TreeNode);
    expect(command?.command).toBe("chainside.loadMore");
    await host.commands.get("chainside.loadMore")?.(...(command?.arguments ?? []));
    await expect.poll(() => refreshed).toEqual(["list"]);
    expect((await below(tree)).lines.at(-1)).toEqual(["Load More", "5 more"]);
    tree.change("list", { pages: 3 });
    expect((await below(tree)).lines).toHaveLength(25);
    // Another tree with the same lines begins at its first page.
    expect((await below(new NodeTree(() => [list()], errors))).lines).toHaveLength(11);
    tree.dispose();
  });

  it("says on its line by what it is filtered, and when nothing fits", async () => {
    const tree = new NodeTree(() => [list()], errors);
    tree.change("list", { filter: " Node 2 " });
    expect(await below(tree)).toMatchObject({
      folder: 'all · only "node 2"',
      lines: ["node 2", "node 12", "node 20", "node 21", "node 22", "node 23", "node 24"].map((label) => [
        label,
        undefined,
      ]),
    });
    tree.change("list", { filter: "nobody" });
    expect((await below(tree)).lines).toEqual([["No items match the filter", undefined]]);
    tree.change("list", { filter: " " });
    expect((await below(tree)).folder).toBe("all");
    tree.dispose();
  });
});

it("says label and description of a line, not its tooltip", () => {
  const spoken = (init: object): unknown =>
    line(undefined, { id: "a", label: "node0", ...init }).item().accessibilityInformation?.label;
  expect(spoken({ description: "block 7", tooltip: "a tooltip\nof lines" })).toBe("node0, block 7");
  expect(spoken({ description: "block 7" })).toBe("node0, block 7");
  expect(spoken({ tooltip: () => "a tooltip" })).toBe("node0");
  expect(spoken({ accessibleLabel: "the node", tooltip: "a tooltip" })).toBe("the node");
});
