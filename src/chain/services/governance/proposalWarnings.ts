import type { Address } from "../../../crypto/hex";
import type { ChainError } from "../../errors/chainError";
import { clientError } from "../../errors/clientError";
import type { CommitteeInfo } from "./committee";
import type { ProposalRequest } from "./propose";
import { countVotes } from "./voteCount";

/** Votes are counted in 32 bits, times 100. */
const largestTotal = 42_949_672;

function weightWarnings(
  committee: CommitteeInfo,
  { account, weight }: ProposalRequest & { kind: "setGovernorWeight" },
  proposer: Address,
): ChainError[] {
  const same = (address: string): boolean => address.toLowerCase() === account.toLowerCase();
  const others = committee.governors.filter(({ address }) => !same(address));
  const total = others.reduce((sum, governor) => sum + governor.weight, weight);
  if (total > largestTotal) return [clientError("weightTooLarge", { total })];
  if (weight !== 0) return [];
  if (others.length === 0) return [clientError("lastGovernor", { account })];
  return same(proposer) ? [clientError("removesItself", { account })] : [];
}

function rateWarnings(
  committee: CommitteeInfo,
  { participatesRate, winRate }: ProposalRequest & { kind: "setRate" },
): ChainError[] {
  if (committee.governors.length < 2) return [];
  if (participatesRate === 0 && winRate === 0) return [clientError("oneDecides")];
  const total = committee.governors.reduce((sum, { weight }) => sum + weight, 0);
  const needed = committee.governors.find(({ weight }) => (total - weight) * 100 < total * participatesRate);
  return [
    ...(winRate === 0 ? [clientError("minorityWins")] : []),
    ...(needed
      ? [clientError("everyoneNeeded", { rate: participatesRate, account: needed.address, weight: needed.weight })]
      : []),
  ];
}

/**
 * What a proposal does beyond its meaning, to be read before it is signed: lock-outs of the committee, and that it passes at once. What a
 * system configuration does beyond its meaning, `checkSystemConfig` says.
 */
export function proposalWarnings(
  committee: CommitteeInfo,
  request: ProposalRequest,
  proposer: Address,
): readonly ChainError[] {
  const own: ChainError[] = [];
  if (request.kind === "setGovernorWeight") own.push(...weightWarnings(committee, request, proposer));
  if (request.kind === "setRate") own.push(...rateWarnings(committee, request));
  if (request.kind === "setDeployAuthType" && request.type === "whiteList") own.push(clientError("whiteListCloses"));
  const governs = committee.governors.some(({ address }) => address.toLowerCase() === proposer.toLowerCase());
  const alone = governs && countVotes(committee, { agree: [proposer], against: [] }).result === "passed";
  return alone ? [...own, clientError("passesAlone")] : own;
}
