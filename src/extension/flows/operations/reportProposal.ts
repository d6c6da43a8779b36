import * as vscode from "vscode";
import type { Proposal } from "../../../chain/services/governance/proposal";
import { proposalStatusText } from "../../../operations/consequences/proposalText";
import { proposalName } from "../../../operations/consequences/voteConsequences";
import { showInformation } from "../../kit/messages/notify";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

/** Says what came of a proposal or vote, and asks the chain again what it is where the proposal may have changed that. */
export async function reportProposal(
  app: Pick<Chainside, "errors">,
  group: ChainGroup,
  proposal: Pick<Proposal, "id" | "type" | "status"> & { readonly executed: boolean },
): Promise<void> {
  const { executed } = proposal;
  const name = proposalName(proposal);
  void showInformation(
    executed
      ? vscode.l10n.t("Proposal {0} passed and was executed.", name)
      : vscode.l10n.t("Proposal {0}: {1}.", name, proposalStatusText(proposal.status)),
  );
  // What was done is done, also where the chain can't be asked afterwards.
  if (executed && proposal.type === "setSystemConfig")
    await group.reopen().catch((error: unknown) => void app.errors.show(error));
  group.notify("governance");
  if (executed) group.notify("nodes");
}
