import * as vscode from "vscode";
import { registerCommands } from "../../kit/commands/registerCommands";
import { NodeTree } from "../../kit/tree/nodeTree";
import type { Chainside } from "../../state/chainside";
import { restoreWhenSeen } from "../../state/connections/restoreWhenSeen";
import { contractRoots } from "./contractNodes";

/** The Contracts view; deploy, send, call. The ABI library is loaded by the first of them. */
export function registerContracts(app: Chainside): vscode.Disposable {
  const tree = new NodeTree(() => contractRoots(app), app.errors);
  const view = vscode.window.createTreeView("chainside.contracts", { treeDataProvider: tree, showCollapseAll: true });
  return vscode.Disposable.from(
    tree,
    view,
    restoreWhenSeen(app, view),
    app.artifacts.onDidChange(() => tree.refresh("contracts/artifacts")),
    app.knownContracts.onDidChange(() => tree.refresh()),
    app.sent.onDidChange(() => {
      const group = app.connections.activeGroup;
      if (group) tree.refresh(`contracts/${group.id}/sent`);
    }),
    app.connections.onDidChangeActiveGroup(() => tree.refresh()),
    registerCommands(app, {
      "chainside.deployContract": async (target) => (await import("./deployContract")).deployContract(app, target),
      "chainside.sendTransaction": async (target) => (await import("./sendTransaction")).sendTransaction(app, target),
      "chainside.callContract": async (target) => (await import("./callContract")).callContract(app, target),
      "chainside.addContract": async (target) => (await import("./keptContracts")).addContract(app, target),
      "chainside.forgetContract": async (target) => (await import("./keptContracts")).forgetContract(app, target),
      "chainside.renameContract": async (target) => (await import("./keptContracts")).renameContract(app, target),
      "chainside.copyAbi": async (target) => (await import("./keptContracts")).copyAbi(app, target),
    }),
  );
}
