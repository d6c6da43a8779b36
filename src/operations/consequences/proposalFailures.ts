import { getContractAdmin } from "../../chain/services/contractAuth/contractAdmin";
import { isStuck } from "../../chain/services/contractAuth/contractStatus";
import { getDeployAuthType } from "../../chain/services/contractAuth/deployAuth";
import type { CommitteeInfo } from "../../chain/services/governance/committee";
import { newestProposals, type Proposal } from "../../chain/services/governance/proposal";
import type { ProposalRequest } from "../../chain/services/governance/propose";
import { rivalProposal } from "../../chain/services/governance/rivalProposal";
import { countVotes, countWithVote } from "../../chain/services/governance/voteCount";
import { checkSystemConfig } from "../../chain/services/systemConfig/checkSystemConfig";
import type { ChainSession } from "../../chain/session";
import { type Address, isSameAddress, zeroAddress } from "../../crypto/bytes/hex";
import { ChainError } from "../../errors/chainError";
import { clientError } from "../../errors/clientError";
import { memberFailure } from "./knownFailures";

/** Why a proposal is known to fail; whether these rules are all that decide it. */
interface ProposalFailure {
  readonly blocked: ChainError | undefined;
  readonly byRules: boolean;
}

/** What the committee's contracts want of a proposal when it is made (docs/protocol/governance-client.md, "Proposals"). */
async function creationFailure(session: ChainSession, request: ProposalRequest): Promise<ChainError | undefined> {
  switch (request.kind) {
    case "setDeployAuthType":
      return (await getDeployAuthType(session)) === request.type ? clientError("deployPolicySame") : undefined;
    case "resetAdmin": {
      const { admin, contract } = request;
      if (isSameAddress(contract, zeroAddress)) return clientError("zeroAddress");
      const now = await getContractAdmin(session, contract as Address);
      return now && isSameAddress(now, admin) ? clientError("adminSame", { admin, contract }) : undefined;
    }
    default:
      return undefined;
  }
}

/** A value that the chain refuses, or that it takes although no node here has the program for it. */
async function configFailure(
  session: ChainSession,
  { key, value }: { readonly key: string; readonly value: string },
): Promise<ChainError | undefined> {
  try {
    const { warnings } = await checkSystemConfig(session, key, value);
    return warnings.map(({ error }) => error).find(({ code }) => code === "configVersionTooNew");
  } catch (error) {
    if (error instanceof ChainError && error.kind === "usage") return error;
    throw error;
  }
}

/**
 * What fails once it has passed: its execution is a part of the transaction that decides it
 * (docs/protocol/governance-client.md, "Execution").
 */
async function executionFailure(
  session: ChainSession,
  { governors }: CommitteeInfo,
  request: ProposalRequest,
  decider: Address,
): Promise<ChainError | undefined> {
  switch (request.kind) {
    case "setGovernorWeight": {
      const { account, weight } = request;
      if (isSameAddress(account, zeroAddress)) return clientError("zeroAddress");
      if (weight > 0) return undefined;
      if (isSameAddress(account, decider)) return clientError("removesItself", { account });
      const governs = governors.some(({ address }) => isSameAddress(address, account));
      return governs ? undefined : clientError("governorUnknown", { account });
    }
    case "setConsensusWeight":
      return memberFailure(session, request.nodeId, "weight");
    case "removeNode":
      return memberFailure(session, request.nodeId, "remove");
    case "setSystemConfig":
      return configFailure(session, request);
    case "resetAdmin": {
      const contract = request.contract as Address;
      return (await isStuck(session, contract)) ? clientError("contractStuck", { contract }) : undefined;
    }
    default:
      return undefined;
  }
}

/** Rules that are read here decide all proposals but these: what stands at the address of another vote contract, only running it tells. */
const decidedByRules = ({ kind }: ProposalRequest): boolean => kind !== "upgradeVoteComputer";

/** What is known of making a proposal, as a governor. */
export async function newProposalFailure(
  session: ChainSession,
  committee: CommitteeInfo,
  request: ProposalRequest,
  proposer: Address,
): Promise<ProposalFailure> {
  const rival = rivalProposal(await newestProposals(session), request);
  const passes = countVotes(committee, { agree: [proposer], against: [] }).result === "passed";
  const tooNew = request.kind === "setSystemConfig" ? await configFailure(session, request) : undefined;
  const blocked = rival
    ? clientError("proposalRival", { id: rival.id })
    : ((await creationFailure(session, request)) ??
      tooNew ??
      (passes ? await executionFailure(session, committee, request, proposer) : undefined));
  return { blocked, byRules: decidedByRules(request) };
}

/** What is known of a vote, of a governor who hasn't voted. @param content what the proposal does; undefined where that is unknown */
export async function voteFailure(
  session: ChainSession,
  committee: CommitteeInfo,
  proposal: Proposal,
  content: ProposalRequest | undefined,
  vote: { readonly account: Address; readonly agree: boolean },
): Promise<ProposalFailure> {
  if (countWithVote(committee, proposal, vote).result !== "passed") return { blocked: undefined, byRules: true };
  if (!content) return { blocked: undefined, byRules: false };
  const blocked = await executionFailure(session, committee, content, vote.account);
  // Sealers that came and went since it was proposed, and values, are judged by what executes it.
  return {
    blocked,
    byRules: decidedByRules(content) && content.kind !== "addSealer" && content.kind !== "addObserver",
  };
}
