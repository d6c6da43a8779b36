import * as vscode from "vscode";
import { getProposal } from "../../../chain/services/governance/proposal";
import { takesVotes } from "../../../chain/services/governance/voteCount";
import { clientError } from "../../../errors/clientError";
import { proposalStatusText } from "../../../operations/consequences/proposalText";
import { proposalName } from "../../../operations/consequences/voteConsequences";
import { reportProposal } from "../../flows/operations/reportProposal";
import { signOperation } from "../../flows/operations/signOperation";
import { requestSummary } from "../../flows/propose/requestSummary";
import { askChoice, type Choice } from "../../kit/asking/ask";
import { askInteger } from "../../kit/asking/askInteger";
import type { Target } from "../../kit/commands/target";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import type { WritableGroup } from "../../state/connections/writableGroup";
import { newestProposals, openProposals } from "./openProposals";
import { proposalContent } from "./proposalContent";
import { contentOrConsent } from "./unknownContent";

/** The proposal of the clicked line, one of the open ones, or a typed number. @throws Cancelled */
export async function askProposalId(
  app: Chainside,
  group: ChainGroup,
  target: Target,
  title: string,
  which: "open" | "all" = "open",
): Promise<number> {
  if (target.kind === "proposal") return target.id;
  const offered = await (which === "open" ? openProposals(group) : newestProposals(group));
  const choices = offered.map(async (proposal): Promise<Choice<number>> => {
    const { id, status, resourceId } = proposal;
    const content = await proposalContent(app, group, proposal);
    return {
      label: proposalName(proposal),
      description: proposalStatusText(status),
      detail: content ? requestSummary(app, group, content) : resourceId,
      value: id,
    };
  });
  const chosen = await askChoice<number>(
    [
      ...(await Promise.all(choices)),
      { label: `$(edit) ${vscode.l10n.t("Enter the number of a proposal…")}`, alwaysShow: true, value: 0 },
    ],
    { title, placeHolder: vscode.l10n.t("Select a proposal") },
  );
  if (chosen > 0) return chosen;
  return askInteger({ title, prompt: vscode.l10n.t("Enter the proposal number") }, { from: 1 });
}

/**
 * Votes on a proposal. It asks by itself: what is voted on is looked for in the window's memory and, with progress, on the chain, and a
 * vote on unknown content is held back, none of which a field of the operation knows.
 */
export async function voteOnProposal(app: Chainside, group: WritableGroup, target: Target): Promise<void> {
  const title = vscode.l10n.t("Vote on Proposal");
  const id = await askProposalId(app, group, target, title);
  const proposal = await getProposal(group.session, id);
  // Told before anything is looked for or asked.
  if (!takesVotes(proposal)) throw clientError("proposalNotOpen", { id, status: proposal.status });
  const content = await contentOrConsent(app, group, proposal);
  const { votingBy } = await import("../../../operations/proposal/proposal");
  const name = proposalName(proposal);
  const agree = await askChoice(
    [
      { label: `$(thumbsup) ${vscode.l10n.t("Agree")}`, value: true },
      { label: `$(thumbsdown) ${vscode.l10n.t("Disagree")}`, value: false },
    ],
    {
      title: `${title} · ${name}`,
      placeHolder: content
        ? requestSummary(app, group, content)
        : vscode.l10n.t("Content unknown: the transaction that created the proposal wasn't found"),
    },
  );
  const vote = votingBy(async () => content);
  const voted = await signOperation(app, group, vote, { id, agree });
  if (voted) await reportProposal(app, group, voted);
}

/** Takes one's own proposal back; chosen by its content, as for a vote. */
export async function takeBackProposal(app: Chainside, group: WritableGroup, target: Target): Promise<void> {
  const title = vscode.l10n.t("Revoke Proposal");
  const id = await askProposalId(app, group, target, title);
  const { revokeOperation } = await import("../../../operations/proposal/proposal");
  const revoked = await signOperation(app, group, revokeOperation, { id });
  if (revoked) await reportProposal(app, group, revoked);
}
