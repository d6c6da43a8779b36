import * as vscode from "vscode";
import {
  type CommitteeHistory,
  readCommitteeHistory,
  votesThen,
} from "../../../chain/services/governance/committeeHistory";
import type { Proposal } from "../../../chain/services/governance/proposal";
import type { ProposalCreation } from "../../../chain/services/governance/proposalContent";
import { type ProposalTrail, readProposalTrail } from "../../../chain/services/governance/proposalTrail";
import { showRecord } from "../../flows/records/showRecord";
import { showProgress } from "../../kit/asking/progress";
import type { Target } from "../../kit/commands/target";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { searchProposalContent } from "./proposalContent";
import { proposalMemory } from "./proposalMemory";
import { proposalRecord } from "./proposalRecord";
import { keepTrail, keepVotes } from "./proposalTrail";
import { askProposalId } from "./voteOnProposal";

/** Blocks that are read when the user asks for the trail. */
const wholeSearch = 50_000;

/** Opens everything that the chain shows of a proposal as a read-only document. */
export async function showProposalTrail(app: Chainside, group: ChainGroup, target: Target): Promise<void> {
  const title = vscode.l10n.t("Show Proposal History");
  const id = await askProposalId(app, group, target, title, "all");
  const { getProposal } = await import("../../../chain/services/governance/proposal");
  const proposal = await getProposal(group.session, id);
  const content = await searchProposalContent(app, group, proposal);
  const creation = proposalMemory(group).creations.get(id);
  const found = creation && (await wholeTrail(app, group, proposal, creation));
  const { trail, history } = found ?? {};
  const votes = trail && history ? votesThen(history, trail.steps) : [];
  if (trail) keepVotes(group, id, trail, votes);
  const facts = { proposal, content, trail, history, votes };
  const name = `${vscode.l10n.t("Proposal")} #${id}`;
  await showRecord(name, await proposalRecord(app, group, facts));
}

function wholeTrail(
  app: Chainside,
  group: ChainGroup,
  proposal: Proposal,
  creation: ProposalCreation,
): Thenable<{ readonly trail: ProposalTrail; readonly history: CommitteeHistory | undefined } | undefined> {
  return showProgress(
    {
      location: vscode.ProgressLocation.Notification,
      cancellable: true,
      title: vscode.l10n.t("Looking for the votes on proposal #{0}", proposal.id),
    },
    async (progress, signal) => {
      let before = 0;
      try {
        const trail = await readProposalTrail(group.session, proposal, creation, {
          maxBlocks: wholeSearch,
          signal,
          onProgress: (done, all) => {
            progress.report({ increment: ((done - before) / all) * 100 });
            before = done;
          },
        });
        keepTrail(group, proposal, trail);
        progress.report({ message: vscode.l10n.t("weights and rates of that time") });
        const history = await readCommitteeHistory(group.session, {
          maxBlocks: wholeSearch,
          known: proposalMemory(group).creations,
          signal,
        }).catch((error: unknown) => {
          // What was found of the votes stays: the weights are then said to be unknown.
          if (!signal.aborted) app.errors.log(error);
          return undefined;
        });
        return { trail, history };
      } catch (error) {
        if (signal.aborted) return undefined;
        throw error;
      }
    },
  );
}
