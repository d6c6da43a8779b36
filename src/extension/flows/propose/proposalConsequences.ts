import * as vscode from "vscode";
import { ChainError } from "../../../chain/errors/chainError";
import { clientError } from "../../../chain/errors/clientError";
import { isStuck } from "../../../chain/services/contractAuth/contractStatus";
import { getDeployAuthType } from "../../../chain/services/contractAuth/deployAuth";
import { type CommitteeInfo, getCommitteeInfo } from "../../../chain/services/governance/committee";
import { knownVoters } from "../../../chain/services/governance/knownVoters";
import { countProposals, listProposals } from "../../../chain/services/governance/proposal";
import { proposalWarnings } from "../../../chain/services/governance/proposalWarnings";
import type { ProposalRequest } from "../../../chain/services/governance/propose";
import { rivalProposal } from "../../../chain/services/governance/rivalProposal";
import type { Address } from "../../../crypto/hex";
import { sentence } from "../../kit/errors/sentence";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { type Consequences, lossWarning, noConsequences, weightWarning } from "./membershipWarnings";
import { proposerVoteText } from "./voteText";

/** What is done once it passes, beyond its meaning: a value that locks people out, the loss of a sealer, a right without effect. */
async function effects(app: Chainside, group: ChainGroup, request: ProposalRequest): Promise<Consequences> {
  switch (request.kind) {
    case "setSystemConfig": {
      const { checkSystemConfig } = await import("../../../chain/services/systemConfig/checkSystemConfig");
      const { warnings } = await checkSystemConfig(group.session, request.key, request.value);
      return {
        warnings: await Promise.all(warnings.map(({ error }) => sentence(app, error))),
        irreversible: warnings.length > 0,
      };
    }
    case "addObserver":
    case "removeNode":
      return lossWarning(group, request.nodeId, request.kind === "removeNode");
    case "addSealer":
    case "setConsensusWeight":
      return weightWarning(group, request.nodeId, request.weight);
    case "modifyDeployAuth":
      return (await getDeployAuthType(group.session)) === "none"
        ? warned(
            vscode.l10n.t("Everyone can deploy right now, so this has no effect, even if you switch to a list later."),
          )
        : noConsequences;
    case "resetAdmin":
      return (await isStuck(group.session, request.contract as Address))
        ? warned(await sentence(app, clientError("contractStuck", { contract: request.contract })))
        : noConsequences;
    case "upgradeVoteComputer":
      return {
        warnings: [
          vscode.l10n.t(
            "The new contract will decide every vote. If it's faulty, the committee stops working permanently.",
          ),
        ],
        irreversible: true,
      };
    default:
      return noConsequences;
  }
}

const warned = (...warnings: string[]): Consequences => ({ warnings, irreversible: false });

/** Warnings after which the committee could not correct what it did. */
const lockOuts: ReadonlySet<unknown> = new Set(["committeeLockedOut", "weightTooLarge", "lastGovernor"]);

/** Accounts that can sign as far as is known: those that have voted or proposed, and those whose keys are here. */
async function signers(app: Chainside, { session }: ChainGroup, account: Address): Promise<readonly Address[]> {
  const own = app.accounts.all.filter(({ suite }) => suite === session.suite.name).map(({ address }) => address);
  return [...(await knownVoters(session)), ...own, account];
}

/** The open proposal that this one would be refused for. Only the newest hundred are looked through. */
async function rival(group: ChainGroup, request: ProposalRequest): Promise<string[]> {
  const count = await countProposals(group.session);
  if (count === 0) return [];
  const newest = await listProposals(group.session, { from: Math.max(1, count - 99), to: count });
  const open = rivalProposal(newest, request);
  return open
    ? [
        vscode.l10n.t(
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
  app: Chainside,
  group: ChainGroup,
  request: ProposalRequest,
  proposer: Address,
): Promise<Consequences & { readonly notes: readonly string[] }> {
  const committee = await getCommitteeInfo(group.session);
  const own = proposalWarnings(committee, request, proposer, await signers(app, group, proposer));
  const [done, words, rivals] = await Promise.all([
    effects(app, group, request),
    Promise.all(own.map((warning) => sentence(app, warning))),
    rival(group, request),
  ]);
  return {
    notes: governorLine(committee, proposer),
    warnings: [...words, ...done.warnings, ...rivals],
    irreversible: done.irreversible || own.some(({ code }) => lockOuts.has(code)),
  };
}

/** What a voter should know of what a proposal does once it passes: what it does beyond its meaning, and lock-outs. */
export async function contentConsequences(
  app: Chainside,
  group: ChainGroup,
  request: ProposalRequest,
  voter: Address,
): Promise<Consequences> {
  const committee = await getCommitteeInfo(group.session);
  const able = await signers(app, group, voter);
  const warnings = proposalWarnings(committee, request, voter, able).filter(({ code }) => code !== "passesAlone");
  const [done, words] = await Promise.all([
    effects(app, group, request),
    Promise.all(warnings.map((warning) => sentence(app, warning))),
  ]);
  return {
    warnings: [...words, ...done.warnings],
    irreversible: done.irreversible || warnings.some(({ code }) => lockOuts.has(code)),
  };
}

function governorLine(committee: CommitteeInfo, proposer: Address): string[] {
  const governor = committee.governors.some(({ address }) => address.toLowerCase() === proposer.toLowerCase());
  return governor ? [proposerVoteText(committee, proposer)] : [];
}

/** Whether there is a committee that a proposal could go to. */
export async function hasCommittee(group: ChainGroup): Promise<boolean> {
  try {
    await getCommitteeInfo(group.session);
    return true;
  } catch (error) {
    if (error instanceof ChainError && error.code === "noCommittee") return false;
    throw error;
  }
}
