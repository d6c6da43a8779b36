import type { CommitteeInfo } from "../../chain/services/governance/committee";
import { countVotes, countWithVote, type Votes } from "../../chain/services/governance/voteCount";
import type { Address } from "../../crypto/bytes/hex";
import { t } from "../../text/catalogue";

function resultText(result: ReturnType<typeof countVotes>["result"]): string {
  switch (result) {
    case "open":
      return t("the proposal stays open");
    case "passed":
      return t("the proposal passes");
    case "denied":
      return t("the proposal is permanently denied");
  }
}

/** The two conditions of a vote with their weights: how much must have voted, how much of that must agree. */
export function voteArithmetic(committee: CommitteeInfo, votes: Votes): readonly [string, string] {
  const { participatesRate, winRate } = committee;
  const { total, agree, against, quorum, majority } = countVotes(committee, votes);
  const done = agree + against;
  return [
    t("Voted: {0} of {1}; needed: {2} ({3}%)", done, total, quorum, participatesRate),
    t("Agree: {0} of {1}; needed: {2} ({3}%)", agree, done, majority, winRate),
  ];
}

/** What one more vote of the account would make of it. */
export function nextVoteText(committee: CommitteeInfo, votes: Votes, account: Address): string {
  const after = (agree: boolean): string => resultText(countWithVote(committee, votes, { account, agree }).result);
  return t("if you agree, {0}; if you disagree, {1}", after(true), after(false));
}

/** What the vote of the proposer, cast with the creation, makes of a new proposal. */
export function proposerVoteText(committee: CommitteeInfo, proposer: Address): string {
  const votes = { agree: [proposer], against: [] };
  const { agree, total, quorum, result } = countVotes(committee, votes);
  return t(
    "Your weight: {0} of {1}; weight that must vote: {2}. After your vote, {3}.",
    agree,
    total,
    quorum,
    resultText(result),
  );
}
