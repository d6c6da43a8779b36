import { isStuck } from "../../chain/services/contractAuth/contractStatus";
import { getDeployAuthType } from "../../chain/services/contractAuth/deployAuth";
import { type CommitteeInfo, getCommitteeInfo } from "../../chain/services/governance/committee";
import { knownVoters } from "../../chain/services/governance/proposal";
import { proposalWarnings } from "../../chain/services/governance/proposalWarnings";
import type { ProposalRequest } from "../../chain/services/governance/propose";
import { type Address, isSameAddress } from "../../crypto/bytes/hex";
import { ChainError } from "../../errors/chainError";
import { clientError } from "../../errors/clientError";
import { errorSentence } from "../../errors/errorText";
import { heaviest, type Weight } from "../../signing/request";
import { t } from "../../text/catalogue";
import type { OperationContext, Preview } from "../model/operation";
import { lossWarning, weightWarning } from "./membership";
import { newProposalFailure } from "./proposalFailures";
import { proposerVoteText } from "./proposalText";

/** What it weighs by what it is: it takes a right or a node away, or changes who decides. */
function ownWeight(request: ProposalRequest): Weight {
  switch (request.kind) {
    case "upgradeVoteComputer":
      return "irreversible";
    case "setGovernorWeight":
    case "setRate":
    case "resetAdmin":
    case "removeNode":
    case "addObserver":
      return "grave";
    case "setDeployAuthType":
      return request.type === "none" ? "ordinary" : "grave";
    case "modifyDeployAuth":
      return request.open ? "ordinary" : "grave";
    default:
      return "ordinary";
  }
}

/** What is done once it passes, and what that weighs. */
async function effects(context: OperationContext, request: ProposalRequest): Promise<Partial<Preview>> {
  const found = await sideEffects(context, request);
  return { ...found, weight: heaviest(ownWeight(request), found.weight) };
}

/** What is done once it passes, beyond its meaning: a value that locks people out, the loss of a sealer, a right without effect. */
async function sideEffects(context: OperationContext, request: ProposalRequest): Promise<Partial<Preview>> {
  switch (request.kind) {
    case "setSystemConfig": {
      const { configConsequences } = await import("./configChange");
      return configConsequences(context.session, request);
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
      return warned(
        t("The new contract will decide every vote. If it's faulty, the committee stops working permanently."),
      );
    default:
      return noConsequences;
  }
}

const warned = (...warnings: string[]): Partial<Preview> => ({ warnings });
const noConsequences = warned();

/** Warnings after which the committee could not correct what it did. */
const lockOuts: ReadonlySet<unknown> = new Set([
  ...["committeeLockedOut", "committeeNeedsOneOf", "committeeNeedsSomeOf"],
  ...["weightTooLarge", "lastGovernor"],
]);

/** Accounts that can sign as far as is known: those that have voted or proposed, and those whose keys are here. */
async function signers({ session, ownAccounts = [] }: OperationContext, account: Address): Promise<readonly Address[]> {
  return [...(await knownVoters(session)), ...ownAccounts, account];
}

/**
 * Everything a proposer should know before signing: whether the account may, what the committee's rates make of its vote, what the
 * proposal does beyond its meaning, and lock-outs.
 */
export async function proposalConsequences(
  context: OperationContext,
  request: ProposalRequest,
  proposer: Address | undefined = context.account,
): Promise<Partial<Preview>> {
  if (proposer === undefined) return effects(context, request);
  const committee = await getCommitteeInfo(context.session);
  const own = proposalWarnings(committee, request, proposer, await signers(context, proposer));
  const [done, words, failure] = await Promise.all([
    effects(context, request),
    Promise.all(own.map(errorSentence)),
    newProposalFailure(context.session, committee, request, proposer),
  ]);
  return {
    ...failure,
    notes: governorLine(committee, proposer),
    warnings: [...words, ...(done.warnings ?? [])],
    weight: own.some(({ code }) => lockOuts.has(code)) ? "irreversible" : heaviest(done.weight),
    blocked: failure.blocked ?? done.blocked,
  };
}

/** What a voter should know of what a proposal does once it passes: what it does beyond its meaning, and lock-outs. */
export async function contentConsequences(
  context: OperationContext,
  request: ProposalRequest,
  voter: Address | undefined,
): Promise<Partial<Preview>> {
  // What another tool proposed may be nothing that the chain takes: that is said, and can still be voted on.
  const passed = effects(context, request).catch(async (error: unknown) => {
    if (error instanceof ChainError && error.kind === "usage") return warned(await errorSentence(error));
    throw error;
  });
  if (voter === undefined) return passed;
  const committee = await getCommitteeInfo(context.session);
  const able = await signers(context, voter);
  const warnings = proposalWarnings(committee, request, voter, able).filter(({ code }) => code !== "passesAlone");
  const [done, words] = await Promise.all([passed, Promise.all(warnings.map(errorSentence))]);
  return {
    warnings: [...words, ...(done.warnings ?? [])],
    weight: warnings.some(({ code }) => lockOuts.has(code)) ? "irreversible" : heaviest(done.weight),
    blocked: done.blocked,
  };
}

function governorLine(committee: CommitteeInfo, proposer: Address): string[] {
  const governor = committee.governors.some(({ address }) => isSameAddress(address, proposer));
  return governor ? [proposerVoteText(committee, proposer)] : [];
}
