import * as vscode from "vscode";
import {
  type CommitteeHistory,
  readCommitteeHistory,
  type VoteThen,
  votesThen,
} from "../../../chain/services/governance/committeeHistory";
import type { Proposal } from "../../../chain/services/governance/proposal";
import {
  type ProposalTrail,
  readProposalTrail,
  type TrailStep,
} from "../../../chain/services/governance/proposalTrail";
import { proposalTypeText } from "../../flows/propose/proposalText";
import { requestLines } from "../../flows/propose/requestLines";
import type { Target } from "../../flows/target/target";
import { showProgress } from "../../kit/asking/progress";
import { accountName } from "../../state/accounts/accountName";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { knownCreation, knownCreations, searchProposalContent } from "./proposalContent";
import { keepTrail, keepVotes } from "./proposalTrail";
import { askProposalId } from "./voteOnProposal";

/** Blocks that are read when someone asks for the trail. */
const wholeSearch = 50_000;

/** What counted when a step was taken. Nothing where that is not proven. */
function countRecord(vote: VoteThen | undefined): Record<string, unknown> {
  if (!vote) return {};
  const { weight, participatesRate, winRate, count } = vote;
  return {
    weight,
    ...(count
      ? {
          agreeWeight: count.agree,
          againstWeight: count.against,
          totalWeight: count.total,
          neededToVote: count.quorum,
          neededToAgree: count.majority,
          result: count.result,
        }
      : { result: "another vote computer counts, whose arithmetic is not known" }),
    participationRate: participatesRate,
    approvalRate: winRate,
  };
}

/** What the weights and rates rest on, for whoever reads the export without Chainside. */
function weightsRecord(history: CommitteeHistory | undefined): Record<string, unknown> {
  if (!history) return { proven: false, why: "the history of the committee was not read" };
  const { changes, missing, first, proven } = history;
  const why = proven
    ? "the committee of block 0 and the changes below, one after the other, give the committee as it is now"
    : missing.length > 0
      ? "changes that passed were not found, or their outcome is not clear"
      : first === undefined
        ? "block 0 does not say who the first governor was"
        : "the changes that were found do not give the committee as it is now";
  return {
    proven,
    why,
    changes: changes.map(({ proposal, blockNumber }) => ({ proposal, block: blockNumber })),
    ...(missing.length > 0 ? { missing } : {}),
  };
}

function stepRecord(app: Chainside, step: TrailStep, vote: VoteThen | undefined): Record<string, unknown> {
  const { kind, account, blockNumber, timestampMs, transactionHash, execution } = step;
  return {
    step: kind,
    account,
    name: accountName(app, account),
    block: blockNumber,
    time: new Date(timestampMs).toISOString(),
    transaction: transactionHash,
    ...countRecord(vote),
    ...(execution === undefined ? {} : { execution }),
  };
}

/** Opens everything that the chain shows of a proposal as a document that can be saved. */
export async function showProposalTrail(app: Chainside, group: ChainGroup, target: Target): Promise<void> {
  const title = vscode.l10n.t("Show Proposal History");
  const id = await askProposalId(app, group, target, title);
  const { getProposal } = await import("../../../chain/services/governance/proposal");
  const proposal = await getProposal(group.session, id);
  const content = await searchProposalContent(app, group, proposal);
  const creation = knownCreation(group, id);
  const found = creation && (await wholeTrail(app, group, proposal, creation));
  const { trail, history } = found ?? {};
  const votes = trail && history ? votesThen(history, trail.steps) : [];
  if (trail) keepVotes(group, id, trail, votes);
  const record = {
    chain: group.session.chainId,
    group: group.groupId,
    proposal: id,
    kind: proposalTypeText(proposal.type),
    status: proposal.status,
    proposer: proposal.proposer,
    lastBlock: proposal.lastBlock,
    ...(content
      ? { content: Object.fromEntries(requestLines(content).map(({ label, value }) => [label, value])) }
      : {}),
    agree: proposal.agree,
    against: proposal.against,
    steps: (trail?.steps ?? []).map((step, index) => stepRecord(app, step, votes[index])),
    complete: trail?.complete ?? false,
    weights: weightsRecord(history),
    source: `as ${group.connection.name} answers; each transaction can be verified in the explorer`,
  };
  const document = await vscode.workspace.openTextDocument({
    language: "json",
    content: `${JSON.stringify(record, undefined, 2)}\n`,
  });
  await vscode.window.showTextDocument(document, { preview: true });
}

function wholeTrail(
  app: Chainside,
  group: ChainGroup,
  proposal: Proposal,
  creation: NonNullable<ReturnType<typeof knownCreation>>,
): Thenable<{ readonly trail: ProposalTrail; readonly history: CommitteeHistory | undefined } | undefined> {
  return showProgress(
    {
      location: vscode.ProgressLocation.Notification,
      cancellable: true,
      title: vscode.l10n.t("Looking for the votes on proposal #{0}", proposal.id),
    },
    async (progress, cancelled) => {
      const controller = new AbortController();
      cancelled.onCancellationRequested(() => controller.abort());
      let before = 0;
      const { signal } = controller;
      try {
        const trail = await readProposalTrail(group.session, proposal, creation, {
          mostBlocks: wholeSearch,
          signal,
          onProgress: (done, all) => {
            progress.report({ increment: ((done - before) / all) * 100 });
            before = done;
          },
        });
        keepTrail(group, proposal, trail);
        progress.report({ message: vscode.l10n.t("weights and rates of that time") });
        const history = await readCommitteeHistory(group.session, {
          mostBlocks: wholeSearch,
          known: knownCreations(group),
          signal,
        }).catch((error: unknown) => {
          // What was found of the votes stays: the weights are then said to be unknown.
          if (!signal.aborted) app.errors.log(error);
          return undefined;
        });
        return { trail, history };
      } catch (error) {
        if (controller.signal.aborted) return undefined;
        throw error;
      }
    },
  );
}
