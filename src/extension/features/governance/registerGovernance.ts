import * as vscode from "vscode";
import { Debounce } from "../../../time/debounce";
import { restoreWhenSeen } from "../../flows/connections/restoreWhenSeen";
import { reads, registerTargetCommands, writes } from "../../flows/target/chainCommands";
import type { On } from "../../kit/commands/target";
import { NodeTree } from "../../kit/tree/nodeTree";
import type { Chainside } from "../../state/chainside";
import { governanceRoots } from "./governanceNodes";
import { waitingVotes } from "./waitingVotes";

declare module "../../kit/commands/commands" {
  interface Commands {
    "chainside.createProposal": On<"group" | "account" | "contract" | "node" | "configKey">;
    "chainside.voteProposal": On<"proposal" | "group">;
    "chainside.revokeProposal": On<"proposal" | "group">;
    "chainside.showProposalTrail": On<"proposal" | "group">;
    "chainside.committeeWhatIf": On<"account" | "proposal" | "group">;
    "chainside.setContractAdmin": On<"contract" | "path" | "group">;
    "chainside.showContractRights": On<"contract" | "path" | "group">;
  }
}

/** Other governors act too: while the view is seen and blocks come, it is read again, at most this often. */
const rereadAfterMs = 5000;

/** The Governance view: committee, proposals, who may deploy, rights; create, vote, revoke. */
export function registerGovernance(app: Chainside): vscode.Disposable {
  const tree = new NodeTree(() => governanceRoots(app), app.errors);
  const view = vscode.window.createTreeView("chainside.governance", { treeDataProvider: tree, showCollapseAll: true });
  const lookForVotes = waitingVotes(app, view);
  const reread = (): void => {
    tree.refresh();
    if (view.visible) void lookForVotes();
  };
  const rereading = new Debounce();
  const rereadSoon = (): void => {
    if (rereading.isWaiting()) return;
    rereading.after(rereadAfterMs, () => {
      if (view.visible) reread();
    });
  };
  return vscode.Disposable.from(
    tree,
    view,
    restoreWhenSeen(app, view),
    rereading,
    view.onDidChangeVisibility(({ visible }) => {
      if (visible) void lookForVotes();
    }),
    app.connections.onDidChangeActiveGroup(reread),
    app.accounts.onDidChange(reread),
    app.knownContracts.onDidChange(() => tree.refresh()),
    app.connections.onDidChangeGroup(({ group, change }) => {
      if (group !== app.connections.activeGroup) return;
      if (change === "governance" || change === "session") reread();
      else if (change === "height" && view.visible) rereadSoon();
    }),
    registerTargetCommands(app, {
      "chainside.createProposal": writes(async (group, target) =>
        (await import("../../flows/propose/createProposal")).createProposal(app, group, target),
      ),
      "chainside.voteProposal": writes(async (group, target) =>
        (await import("./voteOnProposal")).voteOnProposal(app, group, target),
      ),
      "chainside.revokeProposal": writes(async (group, target) =>
        (await import("./voteOnProposal")).takeBackProposal(app, group, target),
      ),
      "chainside.showProposalTrail": reads(async (group, target) =>
        (await import("./showProposalTrail")).showProposalTrail(app, group, target),
      ),
      "chainside.committeeWhatIf": reads(async (group, target) =>
        (await import("./committeeWhatIf")).committeeWhatIf(app, group, target),
      ),
      "chainside.showContractRights": reads(async (group, target) =>
        (await import("./showContractRights")).showContractRights(app, group, target),
      ),
      "chainside.setContractAdmin": writes(async (group, target) =>
        (await import("../../flows/propose/createProposal")).createProposal(app, group, {
          ...target,
          proposalKinds: ["resetAdmin"],
        }),
      ),
    }),
  );
}
