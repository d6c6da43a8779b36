import * as vscode from "vscode";
import { registerCommands } from "../../kit/commands/registerCommands";
import { NodeTree } from "../../kit/tree/nodeTree";
import type { Chainside } from "../../state/chainside";
import { restoreWhenSeen } from "../../state/connections/restoreWhenSeen";
import { governanceRoots } from "./governanceNodes";
import { isOlderProposalsNode, showOlderProposals } from "./proposalNodes";

/** Other governors act too: while the view is seen and blocks come, it is read again, at most this often. */
const rereadAfterMs = 5000;

/** The Governance view: committee, proposals, who may deploy, rights; create, vote, revoke. */
export function registerGovernance(app: Chainside): vscode.Disposable {
  const tree = new NodeTree(() => governanceRoots(app), app.errors);
  const view = vscode.window.createTreeView("chainside.governance", { treeDataProvider: tree, showCollapseAll: true });
  let timer: NodeJS.Timeout | undefined;
  const rereadSoon = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      if (view.visible) tree.refresh();
    }, rereadAfterMs);
  };
  return vscode.Disposable.from(
    tree,
    view,
    restoreWhenSeen(app, view),
    { dispose: () => clearTimeout(timer) },
    app.connections.onDidChangeActiveGroup(() => tree.refresh()),
    app.accounts.onDidChange(() => tree.refresh()),
    app.knownContracts.onDidChange(() => tree.refresh()),
    app.connections.onDidChangeGroup(({ group, change }) => {
      if (group !== app.connections.activeGroup) return;
      if (change === "governance" || change === "session") tree.refresh();
      else if (change === "height" && view.visible) rereadSoon();
    }),
    registerCommands(app, {
      "chainside.createProposal": async (target) =>
        (await import("../../flows/propose/createProposal")).createProposal(app, target),
      "chainside.voteProposal": async (target) => (await import("./voteOnProposal")).voteOnProposal(app, target),
      "chainside.revokeProposal": async (target) => (await import("./voteOnProposal")).takeBackProposal(app, target),
      "chainside.initCommittee": async (target) => (await import("./initCommittee")).initCommittee(app, target),
      "chainside.setContractAdmin": async (target) =>
        (await import("../../flows/propose/createProposal")).createProposal(app, {
          ...(typeof target === "object" ? target : {}),
          proposalKinds: ["resetAdmin"],
        }),
      "chainside.showOlderProposals": (target) => {
        if (!isOlderProposalsNode(target)) return;
        showOlderProposals(target);
        tree.refresh();
      },
    }),
  );
}
