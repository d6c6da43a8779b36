import type { CommitteeInfo } from "../../chain/services/governance/committee";
import type { ProposalStatus, ProposalType } from "../../chain/services/governance/proposal";
import type { DeployAuthType, ProposalRequest } from "../../chain/services/governance/propose";
import { countVotes, countWithVote, type Votes } from "../../chain/services/governance/voteCount";
import type { Address } from "../../crypto/bytes/hex";
import { t } from "../../text/catalogue";
import { shortHex } from "../../text/shortText";

/** Who may deploy, in few words. */
export function deployPolicyText(type: DeployAuthType): string {
  switch (type) {
    case "none":
      return t("everyone");
    case "whiteList":
      return t("only accounts allowed to deploy");
    case "blackList":
      return t("everyone except accounts blocked from deploying");
  }
}

/** What a proposal would do, in few words. */
export function proposalTypeText(type: ProposalType): string {
  switch (type) {
    case "setGovernorWeight":
      return t("Governor's weight");
    case "setRate":
      return t("Participation and approval rates");
    case "upgradeVoteComputer":
      return t("Vote contract");
    case "setDeployAuthType":
      return t("Deploy policy");
    case "modifyDeployAuth":
      return t("Deploy permission");
    case "resetAdmin":
      return t("Contract admin");
    case "setSystemConfig":
      return t("System config");
    case "setNodeWeight":
      return t("Node change");
    case "removeNode":
      return t("Node removal");
    case "unknown":
      return t("Unknown kind");
  }
}

export function proposalStatusText(status: ProposalStatus): string {
  switch (status) {
    case "open":
      return t("open");
    case "finished":
      return t("passed");
    case "denied":
      return t("denied");
    case "revoked":
      return t("revoked");
    case "expired":
      return t("expired");
    case "notFound":
      return t("not found");
  }
}

/** What a proposal asks the committee for, as a choice. */
export function proposalKindText(kind: ProposalRequest["kind"]): string {
  switch (kind) {
    case "setGovernorWeight":
      return t("Add or remove a governor, or set a governor's weight");
    case "setRate":
      return t("Set the participation and approval rates");
    case "setDeployAuthType":
      return t("Set who can deploy");
    case "modifyDeployAuth":
      return t("Allow or block deployment for an account");
    case "resetAdmin":
      return t("Change a contract's admin");
    case "setSystemConfig":
      return t("Set a value of the system configuration");
    case "addSealer":
      return t("Add a sealer");
    case "addObserver":
      return t("Add an observer");
    case "setConsensusWeight":
      return t("Set a sealer's weight");
    case "removeNode":
      return t("Remove a node from the group");
    case "upgradeVoteComputer":
      return t("Replace the vote contract");
  }
}

/** What a proposal does in two or three words, for lines that a narrow view cuts off: whom or what it is done to stands behind it. */
export function proposalActText(request: ProposalRequest, isGovernor = false): string {
  switch (request.kind) {
    case "setGovernorWeight":
      if (request.weight === 0) return t("Remove governor");
      return isGovernor ? t("Governor's weight") : t("Add governor");
    case "setRate":
      return t("Rates");
    case "setDeployAuthType":
      return t("Deploy policy");
    case "modifyDeployAuth":
      return request.open ? t("Allow deployment") : t("Block deployment");
    case "resetAdmin":
      return t("Contract admin");
    case "setSystemConfig":
      return t("Set config");
    case "addSealer":
      return t("Add sealer");
    case "addObserver":
      return t("Add observer");
    case "setConsensusWeight":
      return t("Sealer's weight");
    case "removeNode":
      return t("Remove node");
    case "upgradeVoteComputer":
      return t("Vote contract");
  }
}

/** The act that a proposal asks for, as the title of a question: `Proposal: add governor 0x…, weight 1`. Node IDs stand short. */
export function proposalTitle(request: ProposalRequest, isGovernor = false): string {
  switch (request.kind) {
    case "setGovernorWeight":
      if (request.weight === 0) return t("Proposal: remove governor {0}", request.account);
      return isGovernor
        ? t("Proposal: governor {0}, weight {1}", request.account, request.weight)
        : t("Proposal: add governor {0}, weight {1}", request.account, request.weight);
    case "setRate":
      return t("Proposal: participation rate {0}%, approval rate {1}%", request.participatesRate, request.winRate);
    case "setDeployAuthType":
      return t("Proposal: who can deploy: {0}", deployPolicyText(request.type));
    case "modifyDeployAuth":
      return request.open
        ? t("Proposal: allow {0} to deploy", request.account)
        : t("Proposal: block {0} from deploying", request.account);
    case "resetAdmin":
      return t("Proposal: make {0} the admin of {1}", request.admin, request.contract);
    case "setSystemConfig":
      return t("Proposal: set {0} to {1}", request.key, request.value);
    case "addSealer":
      return t("Proposal: make node {0} a sealer, weight {1}", shortHex(request.nodeId), request.weight);
    case "addObserver":
      return t("Proposal: make node {0} an observer", shortHex(request.nodeId));
    case "setConsensusWeight":
      return t("Proposal: sealer {0}, weight {1}", shortHex(request.nodeId), request.weight);
    case "removeNode":
      return t("Proposal: remove node {0} from the group", shortHex(request.nodeId));
    case "upgradeVoteComputer":
      return t("Proposal: count votes by contract {0}", request.address);
  }
}

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
