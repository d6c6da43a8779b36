import * as vscode from "vscode";
import type { Proposal } from "../../../chain/services/governance/proposal";
import { proposalStatusText } from "../../../operations/consequences/proposalText";
import { proposalName } from "../../../operations/consequences/voteConsequences";
import { showInformation } from "../../kit/messages/notify";
import type { ChainGroup } from "../../state/connections/chainGroup";

/** Says what came of a proposal or vote. */
export function reportProposal(
  group: ChainGroup,
  proposal: Pick<Proposal, "id" | "type" | "status"> & { readonly executed: boolean },
): void {
  const { executed } = proposal;
  const name = proposalName(proposal);
  void showInformation(
    executed
      ? vscode.l10n.t("Proposal {0} passed and was executed.", name)
      : vscode.l10n.t("Proposal {0}: {1}.", name, proposalStatusText(proposal.status)),
  );
  group.notify("governance");
  if (executed) group.notify("nodes");
}
