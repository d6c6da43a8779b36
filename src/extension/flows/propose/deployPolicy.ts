import { l10n } from "vscode";
import type { DeployAuthType } from "../../../chain/services/governance/propose";

/** Who may deploy, in few words. */
export function deployPolicyText(type: DeployAuthType): string {
  switch (type) {
    case "none":
      return l10n.t("everyone");
    case "whiteList":
      return l10n.t("only accounts allowed to deploy");
    case "blackList":
      return l10n.t("everyone except accounts blocked from deploying");
  }
}
