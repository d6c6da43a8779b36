import * as vscode from "vscode";
import { isSameAddress } from "../../../crypto/bytes/hex";
import { ChainError } from "../../../errors/chainError";
import { Debounce } from "../../../time/debounce";
import { restoreWhenSeen } from "../../flows/connections/restoreWhenSeen";
import { reads, registerTargetCommands, writes } from "../../flows/target/chainCommands";
import type { On } from "../../kit/commands/target";
import { NodeTree } from "../../kit/tree/nodeTree";
import { createTreeView } from "../../kit/tree/treeView";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { governanceRoots } from "./governanceNodes";

/** How many open proposals the signing account can still vote on; 0 for an account that is no governor, and without a committee. */
async function countWaiting(app: Chainside, group: ChainGroup): Promise<number> {
  const account = app.accounts.active(group)?.address;
  if (!account) return 0;
  try {
    const { isGovernor } = await import("../../../chain/services/governance/committee");
    if (!(await isGovernor(group.session, account))) return 0;
    const { openProposals } = await import("./voteOnProposal");
    const open = await openProposals(group);
    return open.filter(
      ({ status, agree, against }) =>
        status === "open" && ![...agree, ...against].some((voter) => isSameAddress(voter, account)),
    ).length;
  } catch (error) {
    if (!(error instanceof ChainError && error.code === "noCommittee")) app.errors.log(error);
    return 0;
  }
}

/** Shows at the view how many proposals wait for a vote of the signing account. A look that another one overtook shows nothing. */
function waitingVotes(app: Chainside, view: vscode.TreeView<unknown>): () => Promise<void> {
  let looks = 0;
  return async () => {
    const look = ++looks;
    const group = app.connections.activeGroup;
    const waiting = group ? await countWaiting(app, group) : 0;
    if (look !== looks) return;
    view.badge =
      waiting === 0
        ? undefined
        : {
            value: waiting,
            tooltip:
              waiting === 1
                ? vscode.l10n.t("1 proposal is waiting for your vote")
                : vscode.l10n.t("{0} proposals are waiting for your vote", waiting),
          };
  };
}

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
  const view = createTreeView("chainside.governance", tree, {
    showCollapseAll: true,
  });
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
        (await import("../../flows/propose/askProposal")).createProposal(app, group, target),
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
        (await import("../../flows/propose/askProposal")).createProposal(app, group, {
          ...target,
          proposalKinds: ["resetAdmin"],
        }),
      ),
    }),
  );
}
