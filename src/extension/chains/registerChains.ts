import * as vscode from "vscode";
import type { Chainside } from "../app/chainside";
import { registerCommands } from "../commands/registerCommands";
import { selectGroup } from "../connections/askGroup";
import type { GroupChange } from "../connections/chainGroup";
import { NodeTree } from "../tree/nodeTree";
import { isTreeNode, selectedNodes, type TreeNode } from "../tree/treeNode";
import { isMoreBlocksNode, showMoreBlocks } from "./blockNodes";
import { connectionNodes } from "./connectionNodes";
import { copyValue } from "./copyValue";
import { startWatchingHealth } from "./watchHealth";
import { startWatchingHeights } from "./watchHeights";

/** Which folders a change of a group makes old. */
const foldersOf: Readonly<Record<GroupChange, readonly string[]>> = {
  height: ["blocks"],
  nodes: ["sealers", "observers", "groupPeers", "peers"],
  bfs: ["bfs"],
  config: ["systemConfig"],
  contracts: [],
  governance: ["systemConfig", "sealers", "observers", "groupPeers"],
  health: [],
  session: [],
};

/** The Chains view: the tree, its refreshing, and the commands that need nothing else. */
export function registerChains(app: Chainside): vscode.Disposable {
  const tree = new NodeTree(() => connectionNodes(app), app.errors);
  const view = vscode.window.createTreeView<TreeNode>("chainside.chains", {
    treeDataProvider: tree,
    canSelectMany: true,
    showCollapseAll: true,
  });
  const onVisible = (visible: boolean): void => {
    if (visible) app.connections.restore();
  };
  onVisible(view.visible);
  // A line that had nothing below it stays folded when children come, unless somebody unfolds it.
  const unfold = (id: string): void => {
    const node = tree.find(id);
    if (!node || !view.visible) return;
    view.reveal(node, { select: false, focus: false, expand: true }).then(undefined, app.errors.log);
  };
  return vscode.Disposable.from(
    tree,
    view,
    view.onDidChangeVisibility(({ visible }) => onVisible(visible)),
    startWatchingHeights(app, view),
    startWatchingHealth(app, view, (group) => tree.find(group.id) !== undefined),
    app.connections.onDidChange((connection) => {
      tree.refresh(connection?.id);
      if (connection?.state.kind === "connected" || connection?.state.kind === "failed") unfold(connection.id);
    }),
    app.connections.onDidChangeGroup(({ group, change }) => {
      for (const folder of foldersOf[change]) tree.refresh(`${group.id}/${folder}`);
      // The line of the group tells it, and so do the lines of its members.
      if (change === "health" || change === "session") tree.refresh(group.id);
    }),
    app.nodeNames.onDidChange(() => {
      for (const group of app.connections.groups)
        for (const folder of foldersOf.nodes) tree.refresh(`${group.id}/${folder}`);
    }),
    registerCommands(app, {
      "chainside.refresh": (target) => tree.refresh(isTreeNode(target) ? target.id : undefined),
      "chainside.selectGroup": (target) => selectGroup(app, target),
      "chainside.copyValue": (target, selection) => {
        const nodes = selectedNodes(target, selection);
        return copyValue(
          app,
          nodes.length > 0 ? nodes : isTreeNode(target) ? [target] : view.visible ? view.selection : [],
        );
      },
      "chainside.loadMore": (target) => {
        if (!isMoreBlocksNode(target)) return;
        showMoreBlocks(target);
        tree.refresh(target.folderId);
      },
    }),
  );
}
