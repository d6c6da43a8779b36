import { l10n } from "vscode";
import type { DeployAuthType } from "../../../chain/services/governance/propose";

/** Who may deploy, in few words. */
export function deployPolicyText(type: DeployAuthType): string {
  switch (type) {
    case "none":
      return l10n.t("everybody");
    case "whiteList":
      return l10n.t("only accounts that were opened for it");
    case "blackList":
      return l10n.t("everybody but accounts closed to it");
  }
}
