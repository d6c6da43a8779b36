import * as vscode from "vscode";
import type { Chainside } from "../app/chainside";
import { registerCommands } from "../commands/registerCommands";
import { NodeTree } from "../tree/nodeTree";
import { governanceRoots } from "./governanceNodes";

/** The Governance view: committee, proposals, who may deploy; create, vote, revoke. */
export function registerGovernance(app: Chainside): vscode.Disposable {
  const tree = new NodeTree(() => governanceRoots(app), app.errors);
  const view = vscode.window.createTreeView("chainside.governance", { treeDataProvider: tree, showCollapseAll: true });
  return vscode.Disposable.from(
    tree,
    view,
    app.connections.onDidChangeActiveGroup(() => tree.refresh()),
    app.connections.onDidChangeGroup(({ group, change }) => {
      if (change === "governance" && group === app.connections.activeGroup) tree.refresh();
    }),
    registerCommands(app, {
      "chainside.createProposal": async (target) => (await import("./governanceCommands")).createProposal(app, target),
      "chainside.voteProposal": async (target) => (await import("./governanceCommands")).vote(app, target),
      "chainside.revokeProposal": async (target) => (await import("./governanceCommands")).revoke(app, target),
    }),
  );
}
