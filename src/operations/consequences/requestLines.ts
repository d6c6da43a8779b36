import type { ProposalRequest } from "../../chain/services/governance/propose";
import { t } from "../../text/catalogue";
import type { PreviewLine } from "../model/operation";
import { deployPolicyText } from "./deployPolicy";

/** What a proposal asks the committee for, part by part, in the user's words; addresses and node IDs stand whole. */
export function requestLines(request: ProposalRequest): PreviewLine[] {
  switch (request.kind) {
    case "setGovernorWeight":
      return [
        { label: t("Account"), value: request.account },
        {
          label: t("Weight"),
          value: request.weight === 0 ? t("0: removes the governor") : String(request.weight),
        },
      ];
    case "setRate":
      return [
        {
          label: t("Participation rate (%): minimum share of the total weight that must vote"),
          value: `${request.participatesRate}%`,
        },
        {
          label: t("Approval rate (%): minimum share of the voted weight that must agree"),
          value: `${request.winRate}%`,
        },
      ];
    case "upgradeVoteComputer":
      return [{ label: t("Address"), value: request.address }];
    case "setDeployAuthType":
      return [{ label: t("Who can deploy"), value: deployPolicyText(request.type) }];
    case "modifyDeployAuth":
      return [
        { label: t("Account"), value: request.account },
        {
          label: t("Deploy permission"),
          value: request.open ? t("Allow deployment") : t("Block deployment"),
        },
      ];
    case "resetAdmin":
      return [
        { label: t("Contract"), value: request.contract },
        { label: t("New admin"), value: request.admin },
      ];
    case "setSystemConfig":
      return [
        { label: t("Config key"), value: request.key },
        { label: t("Value"), value: request.value },
      ];
    case "addSealer":
    case "setConsensusWeight":
      return [
        { label: t("Node"), value: request.nodeId },
        { label: t("Weight"), value: String(request.weight) },
      ];
    case "addObserver":
    case "removeNode":
      return [{ label: t("Node"), value: request.nodeId }];
  }
}
