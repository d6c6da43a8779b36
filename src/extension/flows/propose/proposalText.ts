import { l10n } from "vscode";
import type { ProposalStatus, ProposalType } from "../../../chain/services/governance/proposal";

/** What a proposal would do, in few words. */
export function proposalTypeText(type: ProposalType): string {
  switch (type) {
    case "setGovernorWeight":
      return l10n.t("Governor's weight");
    case "setRate":
      return l10n.t("Participation and approval rates");
    case "upgradeVoteComputer":
      return l10n.t("Vote contract");
    case "setDeployAuthType":
      return l10n.t("Deploy policy");
    case "modifyDeployAuth":
      return l10n.t("Deploy permission");
    case "resetAdmin":
      return l10n.t("Contract admin");
    case "setSystemConfig":
      return l10n.t("System config");
    case "setNodeWeight":
      return l10n.t("Node change");
    case "removeNode":
      return l10n.t("Node removal");
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
