import * as vscode from "vscode";
import { free, reads, registerTargetCommands, writes } from "../../flows/target/chainCommands";
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
    registerTargetCommands(app, {
      "chainside.deployContract": writes(async (group, target) =>
        (await import("./deployContract")).deployContract(app, group, target),
      ),
      "chainside.sendTransaction": writes(async (group, target) =>
        (await import("./sendTransaction")).sendTransaction(app, group, target),
      ),
      "chainside.callContract": reads(async (group, target) =>
        (await import("./callContract")).callContract(app, group, target),
      ),
      "chainside.addContract": reads(async (group, target) =>
        (await import("./keptContracts")).addContract(app, group, target),
      ),
      "chainside.forgetContract": reads(async (group, target) =>
        (await import("./keptContracts")).forgetContract(app, group, target),
      ),
      "chainside.renameContract": reads(async (group, target) =>
        (await import("./keptContracts")).renameContract(app, group, target),
      ),
      "chainside.copyAbi": free(async (target) => (await import("./keptContracts")).copyAbi(app, target)),
    }),
  );
}
