import type { Address } from "../../../crypto/bytes/hex";
import type { CommitteeInfo } from "./committee";
import type { VotingRules } from "./committeeOutlook";
import type { Proposal } from "./proposal";

/** Who has said what. */
export interface Votes {
  readonly agree: readonly Address[];
  readonly against: readonly Address[];
}

/** Whether a vote still counts: also on a proposal that has run out, until the chain writes that down. */
export const takesVotes = ({ status }: Pick<Proposal, "status">): boolean => status === "open" || status === "expired";

/** The arithmetic of a vote as it stands (docs/protocol/governance-client.md, "Proposals"). All numbers are weights. */
export interface VoteCount {
  readonly total: number;
  readonly agree: number;
  readonly against: number;
  /** So much must have voted before the vote counts. */
  readonly quorum: number;
  /** So much of those that voted must agree. */
  readonly majority: number;
  /** What the votes amount to now. `denied` is final although others have not voted. */
  readonly result: "open" | "passed" | "denied";
}

function weightOf(committee: VotingRules, voters: readonly Address[]): number {
  const voted = new Set(voters.map((voter) => voter.toLowerCase()));
  return committee.governors.reduce(
    (sum, { address, weight }) => sum + (voted.has(address.toLowerCase()) ? weight : 0),
    0,
  );
}

/** What all governors weigh together. */
export const totalWeight = ({ governors }: Pick<VotingRules, "governors">): number =>
  governors.reduce((sum, { weight }) => sum + weight, 0);

/** Counts votes by the weights and rates of now: those who left the committee count nothing. */
export function countVotes(committee: VotingRules, votes: Votes): VoteCount {
  const total = totalWeight(committee);
  const agree = weightOf(committee, votes.agree);
  const against = weightOf(committee, votes.against);
  const done = agree + against;
  const { participatesRate, winRate } = committee;
  const open = done * 100 < total * participatesRate;
  return {
    total,
    agree,
    against,
    quorum: Math.ceil((total * participatesRate) / 100),
    majority: Math.ceil((done * winRate) / 100),
    result: open ? "open" : agree * 100 >= winRate * done ? "passed" : "denied",
  };
}

/** What one more vote would make of it. */
export function countWithVote(
  committee: CommitteeInfo,
  votes: Votes,
  { account, agree }: { readonly account: Address; readonly agree: boolean },
): VoteCount {
  return countVotes(committee, {
    agree: agree ? [...votes.agree, account] : votes.agree,
    against: agree ? votes.against : [...votes.against, account],
  });
}
