import type { ProposalRequest } from "../../chain/services/governance/propose";
import type { ChainSession } from "../../chain/session";
import { isSameAddress } from "../../crypto/bytes/hex";
import { t } from "../../text/catalogue";
import type { PreviewLine } from "../model/operation";
import { deployPolicyText } from "./proposalText";

// Views that only name a request need no questions of a chain.
const governance = () => import("../../chain/services/governance/committee");
const systemConfig = () => import("../../chain/services/systemConfig/getSystemConfig");

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

/** What something is beside what it becomes; empty where it isn't yet. */
const becoming = (now: string, next: string): string => (now === "" || now === next ? next : `${now} → ${next}`);

/** A system configuration value as it is and as it becomes. */
export async function configLine(session: ChainSession, key: string, value: string): Promise<PreviewLine> {
  return {
    label: key,
    value: becoming((await (await systemConfig()).getSystemConfig(session, key))?.value ?? "", value),
  };
}

/** The same as `requestLines`, with what is now beside what it becomes, where there is a committee to ask. */
export async function changeLines(session: ChainSession, request: ProposalRequest): Promise<PreviewLine[]> {
  const { kind } = request;
  const lines = requestLines(request);
  if (kind === "setSystemConfig") return [await configLine(session, request.key, request.value)];
  if (!session.authEnabled || (kind !== "setRate" && kind !== "setGovernorWeight")) return lines;
  const { governors, participatesRate, winRate } = await (await governance()).getCommitteeInfo(session);
  const governor =
    kind === "setGovernorWeight" && governors.find(({ address }) => isSameAddress(address, request.account));
  const now = kind === "setRate" ? [`${participatesRate}%`, `${winRate}%`] : ["", governor ? `${governor.weight}` : ""];
  return lines.map(({ label, value }, at) => ({ label, value: becoming(now[at] ?? "", value) }));
}
