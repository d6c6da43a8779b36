import * as vscode from "vscode";
import type { ProposalRequest } from "../../../chain/services/governance/propose";
import { shortHex } from "../../kit/text/shortHex";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import type { ConfirmationLine } from "../signing/confirmSignature";
import { withNames } from "../signing/namedAddresses";
import { deployPolicyText } from "./deployPolicy";

/** What a proposal asks the committee for, part by part, in the user's words; addresses and node IDs stand whole. */
export function requestLines(request: ProposalRequest): ConfirmationLine[] {
  switch (request.kind) {
    case "setGovernorWeight":
      return [
        { label: vscode.l10n.t("Account"), value: request.account },
        {
          label: vscode.l10n.t("Weight"),
          value: request.weight === 0 ? vscode.l10n.t("0: removes the governor") : String(request.weight),
        },
      ];
    case "setRate":
      return [
        {
          label: vscode.l10n.t("Participation rate (%): minimum share of the total weight that must vote"),
          value: `${request.participatesRate}%`,
        },
        {
          label: vscode.l10n.t("Approval rate (%): minimum share of the voted weight that must agree"),
          value: `${request.winRate}%`,
        },
      ];
    case "upgradeVoteComputer":
      return [{ label: vscode.l10n.t("Address"), value: request.address }];
    case "setDeployAuthType":
      return [{ label: vscode.l10n.t("Who can deploy"), value: deployPolicyText(request.type) }];
    case "modifyDeployAuth":
      return [
        { label: vscode.l10n.t("Account"), value: request.account },
        {
          label: vscode.l10n.t("Deploy permission"),
          value: request.open ? vscode.l10n.t("can deploy") : vscode.l10n.t("can't deploy"),
        },
      ];
    case "resetAdmin":
      return [
        { label: vscode.l10n.t("Contract"), value: request.contract },
        { label: vscode.l10n.t("New admin"), value: request.admin },
      ];
    case "setSystemConfig":
      return [
        { label: vscode.l10n.t("Config key"), value: request.key },
        { label: vscode.l10n.t("Value"), value: request.value },
      ];
    case "addSealer":
    case "setConsensusWeight":
      return [
        { label: vscode.l10n.t("Node"), value: request.nodeId },
        { label: vscode.l10n.t("Weight"), value: String(request.weight) },
      ];
    case "addObserver":
    case "removeNode":
      return [{ label: vscode.l10n.t("Node"), value: request.nodeId }];
  }
}

/** The same in one short line: `tx_count_limit, 1600`; two rates with their names. */
export function requestSummary(app: Chainside, group: ChainGroup, request: ProposalRequest): string {
  if (request.kind === "setRate")
    return vscode.l10n.t("participation {0}%, approval {1}%", request.participatesRate, request.winRate);
  return requestLines(request)
    .map(({ value }) => (/^[0-9a-f]{128}$/i.test(value) ? app.nodeNames.label(value) : withNames(app, group, value)))
    .map((value) => value.replace(/0x[0-9a-f]{40}/gi, shortHex))
    .join(vscode.l10n.t(", "));
}
