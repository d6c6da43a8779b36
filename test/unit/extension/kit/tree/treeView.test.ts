import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as vscode from "vscode";
import { NodeTree } from "../../../../../src/extension/kit/tree/nodeTree";
import type { TreeNode } from "../../../../../src/extension/kit/tree/treeNode";
import { createTreeView } from "../../../../../src/extension/kit/tree/treeView";
import { host } from "../../../../support/fakeVscode/fakeHost";
import { TreeItem, TreeItemCollapsibleState } from "../../../../support/fakeVscode/values";

const errors = { log: () => undefined } as never;
const env = vscode.env as unknown as Record<string, unknown>;

describe("a view in an editor built on Theia", () => {
  beforeAll(() => {
    env["getClientOperatingSystem"] = () => undefined;
  });
  afterAll(() => {
    delete env["getClientOperatingSystem"];
  });
  beforeEach(() => host.reset());

  it("is registered anew until it has asked for its lines, which Theia never does for one that was out of sight", async () => {
    const [seen, unseen] = [new NodeTree(() => [], errors), new NodeTree(() => [], errors)];
    const view = createTreeView("unseen", unseen);
    const visible: boolean[] = [];
    view.onDidChangeVisibility((event) => visible.push(event.visible));
    view.badge = { value: 2, tooltip: "two" };
    const seenView = createTreeView("seen", seen);
    await seen.getChildren();
    seen.refresh();
    const views = host.views.filter(({ id }) => id === "unseen");
    expect(views).toHaveLength(2);
    expect(views[1]?.badge).toEqual({ value: 2, tooltip: "two" });
    views[1]?.show(false);
    views[1]?.show(true);
    expect(visible).toEqual([false, true]);
    await unseen.getChildren();
    unseen.refresh();
    seen.refresh();
    expect(host.views.map(({ id }) => id)).toEqual(["unseen", "seen", "unseen"]);
    for (const each of [view, seenView, seen, unseen]) each.dispose();
  });

  it("refreshes the line above one that looks otherwise, and the line itself where only what is below it changed", async () => {
    let state = "connecting";
    const item = (id: string, description?: string): never =>
      Object.assign(new TreeItem(id, TreeItemCollapsibleState.Collapsed), { description }) as never;
    const chain: TreeNode = {
      id: "chain",
      parent: undefined,
      item: () => item("chain"),
      children: () => [group],
    };
    const group: TreeNode = { id: "group", parent: chain, item: () => item("group", state), children: () => [] };
    const tree = new NodeTree(() => [chain], errors);
    for (const each of await tree.getChildren()) tree.getTreeItem(each);
    for (const each of await tree.getChildren(chain)) tree.getTreeItem(each);
    const refreshed: (string | undefined)[] = [];
    tree.onDidChangeTreeData((each) => refreshed.push(each?.id));
    tree.refresh("group");
    await expect.poll(() => refreshed).toEqual(["group"]);
    state = "connected";
    tree.refresh("group");
    expect(refreshed).toEqual(["group", "chain"]);
    tree.dispose();
  });
});

describe("a view in VS Code", () => {
  it("is VS Code's own", () => {
    host.reset();
    const tree = new NodeTree(() => [], errors);
    expect(createTreeView("own", tree)).toBe(host.views[0]);
    tree.refresh();
    expect(host.views).toHaveLength(1);
    tree.dispose();
  });
});
