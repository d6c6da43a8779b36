import type { DeployAuthType } from "../../chain/services/governance/propose";
import { t } from "../../text/catalogue";

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
