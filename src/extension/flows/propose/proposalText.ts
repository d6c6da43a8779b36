import { l10n } from "vscode";
import type { ProposalStatus, ProposalType } from "../../../chain/services/governance/proposal";

/** What a proposal would do, in few words. */
export function proposalTypeText(type: ProposalType): string {
  switch (type) {
    case "setGovernorWeight":
      return l10n.t("Governor's weight");
    case "setRate":
      return l10n.t("Rates");
    case "upgradeVoteComputer":
      return l10n.t("Vote computer");
    case "setDeployAuthType":
      return l10n.t("Deploy policy");
    case "modifyDeployAuth":
      return l10n.t("Right to deploy");
    case "resetAdmin":
      return l10n.t("Admin of a contract");
    case "setSystemConfig":
      return l10n.t("System config");
    case "setNodeWeight":
      return l10n.t("Node of the group");
    case "removeNode":
      return l10n.t("Removal of a node");
    case "unknown":
      return l10n.t("Unknown kind");
  }
}

export function proposalStatusText(status: ProposalStatus): string {
  switch (status) {
    case "open":
      return l10n.t("open");
    case "finished":
      return l10n.t("passed");
    case "denied":
      return l10n.t("denied");
    case "revoked":
      return l10n.t("revoked");
    case "expired":
      return l10n.t("expired");
    case "notFound":
      return l10n.t("not found");
  }
}
