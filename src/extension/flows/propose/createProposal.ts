import * as vscode from "vscode";
import { type ProposalOutcome, type ProposalRequest, propose } from "../../../chain/services/governance/propose";
import { showInformation } from "../../kit/asking/notify";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import type { WritableGroup } from "../../state/connections/writableGroup";
import { rightsWarnings } from "../signing/rightsWarnings";
import { signAndSend } from "../signing/signAndSend";
import type { Target } from "../target/target";
import { askProposal, proposalKindText } from "./askProposal";
import { proposalConsequences } from "./proposalConsequences";
import { proposalStatusText, proposalTypeText } from "./proposalText";
import { requestLines } from "./requestLines";

/** Says what came of a proposal or vote, and asks the chain again what it is where the proposal may have changed that. */
export async function reportProposal(group: ChainGroup, { proposal, executed }: ProposalOutcome): Promise<void> {
  const name = `#${proposal.id} ${proposalTypeText(proposal.type)}`;
  void showInformation(
    executed
      ? vscode.l10n.t("Proposal {0} passed and was executed.", name)
      : vscode.l10n.t("Proposal {0}: {1}.", name, proposalStatusText(proposal.status)),
  );
  if (executed && proposal.type === "setSystemConfig") await group.reopen();
  group.notify("governance");
  if (executed) group.notify("nodes");
}

/** Signs a proposal with everything said that the proposer should know. `reason`: why it goes through the committee. */
export async function proposeRequest(
  app: Chainside,
  group: WritableGroup,
  request: ProposalRequest,
  reason?: string,
): Promise<void> {
  const account = app.accounts.active(group);
  const { notes, warnings, irreversible } = account
    ? await proposalConsequences(app, group, request, account.address)
    : { notes: [], warnings: [], irreversible: false };
  const outcome = await signAndSend(
    app,
    {
      group,
      title: vscode.l10n.t("Propose: {0}", proposalKindText(request.kind)),
      lines: requestLines(request),
      notes,
      warnings: [
        ...(reason === undefined ? [] : [reason]),
        ...(await rightsWarnings(app, group, { kind: "propose" })),
        ...warnings,
      ],
      irreversible,
    },
    // What locks people out was named in the warnings, and signing them is the override.
    (signer, options) =>
      propose(
        group.session,
        signer,
        request.kind === "setSystemConfig" ? { ...request, override: true } : request,
        options,
      ),
  );
  await reportProposal(group, outcome);
}

/** The reason to show when something goes to the committee that would go directly without permissions. */
export function proposalReason(): string {
  return vscode.l10n.t("This chain enforces permissions. Only the committee can do this, so a proposal is created.");
}

/** Puts something to the committee's vote. */
export async function createProposal(app: Chainside, group: WritableGroup, target: Target): Promise<void> {
  await proposeRequest(app, group, await askProposal(app, group, target));
}
