import * as vscode from "vscode";
import {
  type CommitteeHistory,
  readCommitteeHistory,
  type VoteThen,
  votesThen,
} from "../../../chain/services/governance/committeeHistory";
import type { Proposal } from "../../../chain/services/governance/proposal";
import type { ProposalCreation } from "../../../chain/services/governance/proposalContent";
import {
  type ProposalTrail,
  readProposalTrail,
  type TrailStep,
} from "../../../chain/services/governance/proposalTrail";
import type { ProposalRequest } from "../../../chain/services/governance/propose";
import { proposalKindText, proposalStatusText, proposalTypeText } from "../../../operations/consequences/proposalText";
import { requestLines } from "../../../operations/consequences/requestLines";
import { dateTimeText, isoTime } from "../../../text/formats";
import { labelled } from "../../../text/joining";
import { accountName } from "../../flows/accounts/accountName";
import { type RecordText, RecordWriter } from "../../flows/records/recordWriter";
import { showRecord } from "../../flows/records/showRecord";
import { namedValue } from "../../flows/signing/namedAddresses";
import { recordUri } from "../../flows/target/recordUri";
import { showProgress } from "../../kit/asking/progress";
import type { Target } from "../../kit/commands/target";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { searchProposalContent } from "./proposalContent";
import { executionText, keepTrail, keepVotes, proposalMemory } from "./proposalTrail";
import { askProposalId } from "./voteOnProposal";

/** What is known of a proposal. */
interface ProposalFacts {
  readonly proposal: Proposal;
  readonly content: ProposalRequest | undefined;
  readonly trail: ProposalTrail | undefined;
  readonly history: CommitteeHistory | undefined;
  /** What counted at each step, as far as that is proven. */
  readonly votes: readonly (VoteThen | undefined)[];
}

function stepText(kind: TrailStep["kind"]): string {
  switch (kind) {
    case "created":
      return vscode.l10n.t("created and agreed");
    case "agreed":
      return vscode.l10n.t("agreed");
    case "disagreed":
      return vscode.l10n.t("disagreed");
    case "revoked":
      return vscode.l10n.t("revoked");
  }
}

/** What the votes came to with one step; nothing where that is not proven. */
function countText(vote: VoteThen | undefined): string | undefined {
  if (!vote) return undefined;
  const { weight, count } = vote;
  if (!count) return vscode.l10n.t("weight {0}; another vote contract counts, whose arithmetic isn't known", weight);
  const { agree, against, total } = count;
  return vscode.l10n.t("weight {0}; then {1} for, {2} against, of {3}", weight, agree, against, total);
}

function writeSteps(app: Chainside, group: ChainGroup, writer: RecordWriter, { trail, votes }: ProposalFacts): void {
  writer.heading(vscode.l10n.t("History"));
  if (!trail || trail.steps.length === 0) {
    writer.comment(vscode.l10n.t("The transactions of this proposal weren't found."));
    return;
  }
  for (const [index, step] of trail.steps.entries()) {
    const { kind, account, blockNumber, timestampMs, transactionHash } = step;
    writer.entry(labelled(stepText(kind), accountName(app, account)));
    writer.field(vscode.l10n.t("Time"), dateTimeText(timestampMs), undefined, "    ");
    writer.field(vscode.l10n.t("Block"), String(blockNumber), recordUri(group, "block", String(blockNumber)), "    ");
    writer.field(
      vscode.l10n.t("Transaction"),
      transactionHash,
      recordUri(group, "transaction", transactionHash),
      "    ",
    );
    const counted = countText(votes[index]);
    if (counted !== undefined) writer.field(vscode.l10n.t("Vote"), counted, undefined, "    ");
  }
  if (!trail.complete) writer.comment(vscode.l10n.t("Some votes weren't found among the blocks that were read."));
}

/** What the weights of that time rest on. */
function weightsText(history: CommitteeHistory | undefined): string {
  if (!history) return vscode.l10n.t("not known: the history of the committee wasn't read");
  if (history.proven)
    return vscode.l10n.t(
      "proven: the committee of block 0 and every change since then give the committee as it is now",
    );
  if (history.missing.length > 0)
    return vscode.l10n.t("not known: changes that passed weren't found, or their outcome isn't clear");
  if (history.first === undefined) return vscode.l10n.t("not known: block 0 doesn't name the first governor");
  return vscode.l10n.t("not known: the changes that were found don't give the committee as it is now");
}

/** Everything that the chain shows of a proposal, for people first; below it the facts for a program, in no language and UTC. */
export async function proposalRecord(app: Chainside, group: ChainGroup, facts: ProposalFacts): Promise<RecordText> {
  const { proposal, content, trail, history } = facts;
  const { id, type, status, proposer, lastBlock, resourceId } = proposal;
  const writer = new RecordWriter();
  writer.heading(`${vscode.l10n.t("Proposal")} #${id}`);
  writer.field(vscode.l10n.t("Kind"), content ? proposalKindText(content.kind) : proposalTypeText(type));
  writer.field(vscode.l10n.t("Status"), proposalStatusText(status));
  const result = status === "finished" ? await executionText(app, trail) : undefined;
  if (result !== undefined) writer.field(vscode.l10n.t("Result"), result);
  for (const { label, value } of content ? requestLines(content) : [])
    writer.field(label, namedValue(app, group, value));
  if (!content) writer.field(vscode.l10n.t("Subject"), resourceId);
  writer.field(vscode.l10n.t("Created by"), `${accountName(app, proposer)}  ${proposer}`);
  writer.field(vscode.l10n.t("Open until block"), String(lastBlock));
  writeSteps(app, group, writer, facts);
  writer.heading(vscode.l10n.t("Votes"));
  for (const [label, voters] of [
    [vscode.l10n.t("agreed"), proposal.agree],
    [vscode.l10n.t("disagreed"), proposal.against],
  ] as const)
    for (const voter of voters) writer.entry(labelled(label, accountName(app, voter)), voter);
  writer.field(vscode.l10n.t("Weights"), weightsText(history));
  writer.comment(
    vscode.l10n.t("As {0} responds. Each transaction can be verified in the explorer.", group.connection.name),
  );
  return writer.raw(factsOf(group, facts)).finish();
}

/** The same for programs: names of the protocol, times in UTC. */
function factsOf(group: ChainGroup, { proposal, content, trail, history, votes }: ProposalFacts): object {
  const steps = (trail?.steps ?? []).map(({ timestampMs, ...step }, index) => {
    const vote = votes[index];
    return { ...step, time: isoTime(timestampMs), ...(vote ? { vote } : {}) };
  });
  return {
    chainId: group.session.chainId,
    groupId: group.groupId,
    proposal,
    ...(content ? { content } : {}),
    steps,
    complete: trail?.complete ?? false,
    weights: history
      ? { proven: history.proven, missing: history.missing, changes: history.changes.map((each) => each.proposal) }
      : { proven: false },
  };
}

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
