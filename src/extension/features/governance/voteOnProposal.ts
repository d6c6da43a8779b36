import * as vscode from "vscode";
import { getProposal, newestProposals, type Proposal } from "../../../chain/services/governance/proposal";
import type { ProposalRequest } from "../../../chain/services/governance/propose";
import { takesVotes } from "../../../chain/services/governance/voteCount";
import { clientError } from "../../../errors/clientError";
import { proposalStatusText } from "../../../operations/consequences/proposalText";
import { proposalName } from "../../../operations/consequences/voteConsequences";
import { signOperation } from "../../flows/operations/doOperation";
import { reportProposal } from "../../flows/operations/reportProposal";
import { askChoice, askInteger, askText, type Choice } from "../../kit/asking/ask";
import { runCommand } from "../../kit/commands/commands";
import type { Target } from "../../kit/commands/target";
import { Cancelled } from "../../kit/errors/cancelled";
import { showWarning } from "../../kit/messages/notify";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import type { WritableGroup } from "../../state/connections/signingPermit";
import { isSearchedThrough, proposalContent, requestSummary, searchProposalContent } from "./proposalContent";

/** The second yes of a user who votes on unknown content: typed, so that no key pressed in passing gives it. */
async function confirmUnknown(id: number): Promise<void> {
  await askText({
    title: vscode.l10n.t("Vote Without Knowing the Content"),
    prompt: vscode.l10n.t("Enter {0}, the number of the proposal, to vote without knowing what it does", id),
    validate: (typed) =>
      typed.trim() === String(id) ? undefined : vscode.l10n.t("This isn't the number of the proposal: {0}.", id),
  });
}

/**
 * What a user is about to vote on. While that is unknown the vote is held back: the user searches further, looks at what is known, or says
 * twice that the vote is cast without knowing. Undefined then.
 * @throws Cancelled
 */
async function contentOrConsent(
  app: Chainside,
  group: ChainGroup,
  proposal: Proposal,
): Promise<ProposalRequest | undefined> {
  const { id } = proposal;
  for (;;) {
    const content = await searchProposalContent(app, group, proposal);
    if (content) return content;
    const whole = isSearchedThrough(group, id);
    const further = vscode.l10n.t("Search Further");
    const known = vscode.l10n.t("Show What Is Known");
    const anyway = vscode.l10n.t("Vote Without Knowing");
    const detail = [
      whole
        ? vscode.l10n.t(
            "No block contains the transaction that created it. It was created through another contract, or its block is archived.",
          )
        : vscode.l10n.t("The transaction that created it wasn't found in the blocks that were searched."),
      vscode.l10n.t("Its type and the address it's about can hide any value. Ask its proposer for the transaction."),
    ].join("\n\n");
    const chosen = await showWarning(
      vscode.l10n.t("The vote is held back: what proposal #{0} does is unknown.", id),
      { modal: true, detail },
      ...(whole ? [] : [further]),
      known,
      anyway,
    );
    if (chosen === anyway) {
      await confirmUnknown(id);
      return undefined;
    }
    if (chosen === known) await runCommand("chainside.showProposalTrail", { kind: "proposal", id, group });
    if (chosen !== further) throw new Cancelled();
  }
}

/** The newest hundred proposals, the newest first. */
async function newestFirst(group: ChainGroup): Promise<readonly Proposal[]> {
  return (await newestProposals(group.session)).reverse();
}

/** Those of them that can be voted on. */
export async function openProposals(group: ChainGroup): Promise<readonly Proposal[]> {
  return (await newestFirst(group)).filter(takesVotes);
}

/** The proposal of the clicked line, one of the open ones, or a typed number. @throws Cancelled */
export async function askProposalId(
  app: Chainside,
  group: ChainGroup,
  target: Target,
  title: string,
  which: "open" | "all" = "open",
): Promise<number> {
  if (target.kind === "proposal") return target.id;
  const offered = await (which === "open" ? openProposals(group) : newestFirst(group));
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
  if (voted) reportProposal(group, voted);
}

/** Takes one's own proposal back; chosen by its content, as for a vote. */
export async function takeBackProposal(app: Chainside, group: WritableGroup, target: Target): Promise<void> {
  const title = vscode.l10n.t("Revoke Proposal");
  const id = await askProposalId(app, group, target, title);
  const { revokeOperation } = await import("../../../operations/proposal/proposal");
  const revoked = await signOperation(app, group, revokeOperation, { id });
  if (revoked) reportProposal(group, revoked);
}
