import * as vscode from "vscode";
import { isSameAddress } from "../../../crypto/bytes/hex";
import { ChainError } from "../../../errors/chainError";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

/** How many open proposals the signing account can still vote on; 0 for an account that is no governor, and without a committee. */
async function countWaiting(app: Chainside, group: ChainGroup): Promise<number> {
  const account = app.accounts.active(group)?.address;
  if (!account) return 0;
  try {
    const { isGovernor } = await import("../../../chain/services/governance/committee");
    if (!(await isGovernor(group.session, account))) return 0;
    const { openProposals } = await import("./openProposals");
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
export function waitingVotes(app: Chainside, view: vscode.TreeView<unknown>): () => Promise<void> {
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
