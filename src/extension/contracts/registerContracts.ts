import * as vscode from "vscode";
import type { Chainside } from "../app/chainside";
import { registerCommands } from "../commands/registerCommands";
import { targetGroup } from "../connections/askGroup";
import { restoreWhenSeen } from "../connections/restoreWhenSeen";
import { NodeTree } from "../tree/nodeTree";
import { contractRoots, isContractNode } from "./contractNodes";

/** Takes a contract out of the list; the chain keeps it. */
async function forgetContract(app: Chainside, target: unknown): Promise<void> {
  const group = await targetGroup(app, target);
  if (isContractNode(target)) {
    await app.knownContracts.forget(group, target.contractAddress);
    return;
  }
  const { askContract } = await import("./contractTarget");
  const { address } = await askContract(app, group, vscode.l10n.t("Forget Contract"));
  await app.knownContracts.forget(group, address);
}

/** Adds a contract by address or BFS path; its ABI is looked for on the chain, then asked for. */
async function addContract(app: Chainside): Promise<void> {
  const group = await targetGroup(app, undefined);
  const { contractAt, askAddress } = await import("./contractTarget");
  const title = vscode.l10n.t("Add Contract");
  await contractAt(app, group, await askAddress(title), title);
}

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
      "chainside.addContract": () => addContract(app),
      "chainside.forgetContract": (target) => forgetContract(app, target),
    }),
  );
}
