import { type Address, isSameAddress } from "../../../crypto/bytes/hex";
import type { Governor } from "./committee";
import type { ProposalRequest } from "./propose";

/** The vote contract counts in 32 bits: what exceeds this makes every vote fail (docs/protocol/governance-client.md, "Proposals"). */
const maxNumber = 4_294_967_295;
/** The largest weight that can be multiplied by 100 in 32 bits. */
export const maxVotedWeight = Math.floor(maxNumber / 100);

/** What decides a vote: who governs with which weight, and the two rates in percent. */
export interface VotingRules {
  readonly governors: readonly Governor[];
  readonly participatesRate: number;
  readonly winRate: number;
}

/** What a committee can still do, whichever of its members vote. */
interface CommitteeOutlook {
  /** Sum of all weights. */
  readonly total: number;
  /** Weight that must have voted before a vote counts; at least the vote of one governor. */
  readonly needed: number;
  /** Weight of the governors that can vote. */
  readonly able: number;
  /** False: nothing can pass, even when all that can vote agree. */
  readonly canPass: boolean;
  /** Governors whose own vote passes a proposal of theirs at once. */
  readonly passAlone: readonly Governor[];
  /** Governors without whose vote nothing can pass, although all others agree. */
  readonly blockAlone: readonly Governor[];
}

/**
 * Whether these governors can pass a proposal, all of them willing. Each vote must fit into 32 bits, so with very large weights fewer
 * voters can pass what more cannot.
 */
function passes(rules: VotingRules, voters: readonly Governor[]): boolean {
  const total = sum(rules.governors);
  if (voters.length === 0 || total * rules.participatesRate > maxNumber) return false;
  const counts = (done: number): boolean => done > 0 && done * 100 >= total * rules.participatesRate;
  const all = sum(voters);
  if (all <= maxVotedWeight || !counts(all)) return counts(all);
  return someVoters(voters, counts);
}

/** Whether some of the voters have a weight together that counts and is not too large. Gives up, and says yes, after 100,000 attempts. */
function someVoters(voters: readonly Governor[], counts: (done: number) => boolean): boolean {
  let attempts = 100_000;
  const from = (index: number, done: number): boolean => {
    if (done > maxVotedWeight) return false;
    if (counts(done) || attempts-- <= 0) return true;
    const next = voters[index];
    return next !== undefined && (from(index + 1, done + next.weight) || from(index + 1, done));
  };
  return from(0, 0);
}

const sum = (governors: readonly Governor[]): number => governors.reduce((total, { weight }) => total + weight, 0);

/**
 * What a committee can do by the arithmetic of its votes. Agreement of all who vote always reaches the win rate, so only the
 * participation rate can keep a proposal from passing.
 * @param able accounts that can vote; all governors without it
 */
export function committeeOutlook(rules: VotingRules, able?: readonly Address[]): CommitteeOutlook {
  const { governors, participatesRate } = rules;
  const total = sum(governors);
  const voters = able
    ? governors.filter(({ address }) => able.some((account) => isSameAddress(account, address)))
    : governors;
  return {
    total,
    needed: Math.max(1, Math.ceil((total * participatesRate) / 100)),
    able: sum(voters),
    canPass: passes(rules, voters),
    passAlone: governors.filter((governor) => passes(rules, [governor])),
    blockAlone:
      governors.length < 2
        ? []
        : governors.filter(
            ({ address }) =>
              !passes(
                rules,
                governors.filter((other) => !isSameAddress(other.address, address)),
              ),
          ),
  };
}

/** The committee after a proposal was executed; the same one for a proposal that changes neither members nor weights nor rates. */
export function committeeAfter<Rules extends VotingRules>(rules: Rules, request: ProposalRequest): Rules {
  if (request.kind === "setRate")
    return { ...rules, participatesRate: request.participatesRate, winRate: request.winRate };
  if (request.kind !== "setGovernorWeight") return rules;
  const { account, weight } = request;
  const known = rules.governors.some(({ address }) => isSameAddress(address, account));
  const governors = known
    ? rules.governors.map((governor) => (isSameAddress(governor.address, account) ? { ...governor, weight } : governor))
    : [...rules.governors, { address: account as Address, weight }];
  return { ...rules, governors: governors.filter((governor) => governor.weight > 0) };
}
