import { clientError } from "../../chain/errors/clientError";
import { errorSentence } from "../../chain/errors/errorWords";
import { isStuck } from "../../chain/services/contractAuth/contractStatus";
import { getDeployAuthType } from "../../chain/services/contractAuth/deployAuth";
import { type CommitteeInfo, getCommitteeInfo } from "../../chain/services/governance/committee";
import { knownVoters } from "../../chain/services/governance/knownVoters";
import { newestProposals } from "../../chain/services/governance/proposal";
import { proposalWarnings } from "../../chain/services/governance/proposalWarnings";
import type { ProposalRequest } from "../../chain/services/governance/propose";
import { rivalProposal } from "../../chain/services/governance/rivalProposal";
import { type Address, isSameAddress } from "../../crypto/bytes/hex";
import { t } from "../../text/catalogue";
import type { Consequences, OperationContext } from "../model/operation";
import { lossWarning, weightWarning } from "./membership";
import { proposerVoteText } from "./voteText";

/** What is done once it passes, beyond its meaning: a value that locks people out, the loss of a sealer, a right without effect. */
async function effects(context: OperationContext, request: ProposalRequest): Promise<Consequences> {
  switch (request.kind) {
    case "setSystemConfig": {
      const { checkSystemConfig } = await import("../../chain/services/systemConfig/checkSystemConfig");
      const { warnings } = await checkSystemConfig(context.session, request.key, request.value);
      return {
        notes: [],
        warnings: await Promise.all(warnings.map(({ error }) => errorSentence(error))),
        weight: warnings.length > 0 ? "irreversible" : "ordinary",
      };
    }
    case "addObserver":
    case "removeNode":
      return lossWarning(context, request.nodeId, request.kind === "removeNode");
    case "addSealer":
    case "setConsensusWeight":
      return weightWarning(context, request.nodeId, request.weight);
    case "modifyDeployAuth":
      return (await getDeployAuthType(context.session)) === "none"
        ? warned(t("Everyone can deploy right now, so this has no effect, even if you switch to a list later."))
        : noConsequences;
    case "resetAdmin":
      return (await isStuck(context.session, request.contract as Address))
        ? warned(await errorSentence(clientError("contractStuck", { contract: request.contract })))
        : noConsequences;
    case "upgradeVoteComputer":
      return {
        notes: [],
        warnings: [
          t("The new contract will decide every vote. If it's faulty, the committee stops working permanently."),
        ],
        weight: "irreversible",
      };
    default:
      return noConsequences;
  }
}

const warned = (...warnings: string[]): Consequences => ({ notes: [], warnings, weight: "ordinary" });
const noConsequences = warned();

/** Warnings after which the committee could not correct what it did. */
const lockOuts: ReadonlySet<unknown> = new Set(["committeeLockedOut", "weightTooLarge", "lastGovernor"]);

/** Accounts that can sign as far as is known: those that have voted or proposed, and those whose keys are here. */
async function signers({ session, ownAccounts = [] }: OperationContext, account: Address): Promise<readonly Address[]> {
  return [...(await knownVoters(session)), ...ownAccounts, account];
}

/** The open proposal that this one would be refused for. Only the newest hundred are looked through. */
async function rival(context: OperationContext, request: ProposalRequest): Promise<string[]> {
  const open = rivalProposal(await newestProposals(context.session), request);
  return open
    ? [
        t(
          "Proposal #{0} of this kind is still open. The chain refuses another one until it's decided, revoked, or expired.",
          open.id,
        ),
      ]
    : [];
}

/**
 * Everything a proposer should know before signing: whether the account may, what the committee's rates make of its vote, what the
 * proposal does beyond its meaning, and lock-outs.
 */
export async function proposalConsequences(
  context: OperationContext,
  request: ProposalRequest,
  proposer: Address | undefined = context.account,
): Promise<Consequences> {
  if (proposer === undefined) return effects(context, request);
  const committee = await getCommitteeInfo(context.session);
  const own = proposalWarnings(committee, request, proposer, await signers(context, proposer));
  const [done, words, rivals] = await Promise.all([
    effects(context, request),
    Promise.all(own.map(errorSentence)),
    rival(context, request),
  ]);
  return {
    notes: governorLine(committee, proposer),
    warnings: [...words, ...done.warnings, ...rivals],
    weight: own.some(({ code }) => lockOuts.has(code)) ? "irreversible" : done.weight,
  };
}

/** What a voter should know of what a proposal does once it passes: what it does beyond its meaning, and lock-outs. */
export async function contentConsequences(
  context: OperationContext,
  request: ProposalRequest,
  voter: Address | undefined,
): Promise<Consequences> {
  if (voter === undefined) return effects(context, request);
  const committee = await getCommitteeInfo(context.session);
  const able = await signers(context, voter);
  const warnings = proposalWarnings(committee, request, voter, able).filter(({ code }) => code !== "passesAlone");
  const [done, words] = await Promise.all([effects(context, request), Promise.all(warnings.map(errorSentence))]);
  return {
    notes: [],
    warnings: [...words, ...done.warnings],
    weight: warnings.some(({ code }) => lockOuts.has(code)) ? "irreversible" : done.weight,
  };
}

function governorLine(committee: CommitteeInfo, proposer: Address): string[] {
  const governor = committee.governors.some(({ address }) => isSameAddress(address, proposer));
  return governor ? [proposerVoteText(committee, proposer)] : [];
}
