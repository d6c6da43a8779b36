import type { ProposalStatus, ProposalType } from "../../chain/services/governance/proposal";
import type { ProposalRequest } from "../../chain/services/governance/propose";
import { t } from "../../text/catalogue";

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
