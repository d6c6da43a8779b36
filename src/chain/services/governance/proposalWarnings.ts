import { type Address, isSameAddress } from "../../../crypto/bytes/hex";
import type { ChainError } from "../../../errors/chainError";
import { clientError } from "../../../errors/clientError";
import { listed } from "../../../text/joining";
import type { CommitteeInfo, Governor } from "./committee";
import { committeeAfter, committeeOutlook, maxVotedWeight } from "./committeeOutlook";
import type { ProposalRequest } from "./propose";
import { countVotes } from "./voteCount";

const named = (governors: readonly Governor[]): string => listed(governors.map(({ address }) => address));

/** That those who are known to sign can't pass anything, and which of the others suffice. */
function lockedOut(
  others: readonly Governor[],
  details: { readonly needed: number; readonly total: number; readonly able: number },
): ChainError {
  const missing = details.needed - details.able;
  const weights = others.map(({ weight }) => weight);
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  // Each of them is needed.
  if (weights.every((weight) => all - weight < missing))
    return clientError("committeeLockedOut", { ...details, accounts: named(others) });
  if (weights.every((weight) => weight >= missing))
    return clientError("committeeNeedsOneOf", { ...details, accounts: named(others) });
  const weighed = others.map(({ address, weight }) => `${address} (${weight})`);
  return clientError("committeeNeedsSomeOf", { ...details, missing, accounts: listed(weighed) });
}

/** Lock-outs of the committee as it would be: who could not pass anything, who could alone. What is so already is not said again. */
function committeeWarnings(
  before: CommitteeInfo,
  request: ProposalRequest,
  { proposer, able }: Proposer,
): ChainError[] {
  const after = committeeAfter(before, request);
  if (after === before) return [];
  if (after.governors.length === 0) return [clientError("lastGovernor", { account: proposer })];
  const { total, needed, canPass, passAlone, blockAlone } = committeeOutlook(after);
  if (total > maxVotedWeight || !canPass) return [clientError("weightTooLarge", { total })];
  const known = able && committeeOutlook(after, able);
  if (known && !known.canPass) {
    const others = after.governors.filter(({ address }) => !able.some((account) => isSameAddress(account, address)));
    return [lockedOut(others, { needed, total, able: known.able })];
  }
  const now = committeeOutlook(before);
  const isNew = (list: readonly Governor[]) => {
    return ({ address }: Governor): boolean => !list.some((governor) => isSameAddress(governor.address, address));
  };
  const { participatesRate: rate } = after;
  const anyone = rate === 0 && after.governors.length > 1;
  const deciding = anyone || after.governors.length < 2 ? [] : passAlone.filter(isNew(now.passAlone));
  const blocking = blockAlone.filter(isNew(now.blockAlone));
  return [
    ...(anyone && (request.kind === "setRate" || before.governors.length < 2) ? [clientError("oneDecides")] : []),
    ...deciding.map(({ address, weight }) => clientError("decidesAlone", { account: address, weight, total, needed })),
    ...(blocking.length > 0 ? [clientError("everyoneNeeded", { rate, accounts: named(blocking) })] : []),
    ...(request.kind === "setRate" && after.winRate === 0 && after.governors.length > 1 && !anyone
      ? [clientError("minorityWins")]
      : []),
  ];
}

interface Proposer {
  readonly proposer: Address;
  /** Accounts that are known to vote; nothing is said about who does not without them. */
  readonly able?: readonly Address[] | undefined;
}

/**
 * What a proposal does beyond its meaning, to be read before it is signed: lock-outs of the committee, and that it passes at once. What a
 * system configuration does beyond its meaning, `checkSystemConfig` says.
 * @param able accounts that are known to vote (`knownVoters`): a committee that they could not move any more is a lock-out
 */
export function proposalWarnings(
  committee: CommitteeInfo,
  request: ProposalRequest,
  proposer: Address,
  able?: readonly Address[],
): readonly ChainError[] {
  const own: ChainError[] = committeeWarnings(committee, request, { proposer, able });
  const leaves =
    request.kind === "setGovernorWeight" && request.weight === 0 && isSameAddress(request.account, proposer);
  if (leaves && committee.governors.length > 1) own.unshift(clientError("removesItself", { account: request.account }));
  if (request.kind === "setDeployAuthType" && request.type === "whiteList") own.push(clientError("whiteListCloses"));
  const governs = committee.governors.some(({ address }) => isSameAddress(address, proposer));
  const alone = governs && countVotes(committee, { agree: [proposer], against: [] }).result === "passed";
  return alone ? [...own, clientError("passesAlone")] : own;
}
