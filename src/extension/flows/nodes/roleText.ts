import * as vscode from "vscode";
import type { MemberRole } from "../../../chain/services/consensus/groupMembers";

/** What a node is for its group; undefined for one that the consensus doesn't list. */
export function roleText(role: MemberRole | undefined): string {
  switch (role) {
    case "sealer":
      return vscode.l10n.t("sealer");
    case "candidateSealer":
      return vscode.l10n.t("candidate sealer");
    case "observer":
      return vscode.l10n.t("observer");
    case undefined:
      return vscode.l10n.t("neither sealer nor observer");
  }
}
