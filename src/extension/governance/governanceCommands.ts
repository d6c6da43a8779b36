import * as vscode from "vscode";
import { getCommitteeInfo } from "../../chain/services/governance/committee";
import { getProposal } from "../../chain/services/governance/proposal";
import { proposalWarnings } from "../../chain/services/governance/proposalWarnings";
import { type ProposalOutcome, type ProposalRequest, propose } from "../../chain/services/governance/propose";
import { revokeProposal, voteProposal } from "../../chain/services/governance/vote";
import { countVotes } from "../../chain/services/governance/voteCount";
import { checkRights } from "../../chain/services/rights/checkRights";
import type { Operation } from "../../chain/services/rights/operation";
import type { Chainside } from "../app/chainside";
import { askChoice, askText } from "../asking/ask";
import { targetGroup } from "../connections/askGroup";
import type { ChainGroup } from "../connections/chainGroup";
import { signAndSend } from "../signing/signAndSend";
import { askProposal } from "./askProposal";
import { isProposalNode } from "./governanceNodes";
import { proposalStatusText, proposalTypeText } from "./proposalText";

/** What the committee's rates mean for this vote, and what the account may not do: said before anybody signs. */
async function warnings(app: Chainside, group: ChainGroup, operation: Operation): Promise<string[]> {
  const account = app.accounts.active(group.session.suite.name);
  if (!account) return [];
  const refusal = await checkRights(group.session, account.address, operation);
  if (!refusal) return [];
  const { message, advice } = await app.errors.words(refusal);
  return [`${message} ${advice}`.trim()];
}

/** What the proposal does beyond its meaning, and what the rates make of the proposer's own vote. */
async function consequences(app: Chainside, group: ChainGroup, request: ProposalRequest): Promise<string[]> {
  const account = app.accounts.active(group.session.suite.name);
  if (!account) return [];
  const committee = await getCommitteeInfo(group.session);
  const { agree, total } = countVotes(committee, { agree: [account.address], against: [] });
  const words = await Promise.all(
    proposalWarnings(committee, request, account.address).map((warning) => app.errors.words(warning)),
  );
  return [
    vscode.l10n.t("Your vote is {0} of {1}; {2}% must vote.", agree, total, committee.participatesRate),
    ...words.map(({ message, advice }) => `${message} ${advice}`.trim()),
  ];
}

function report({ proposal, executed }: ProposalOutcome): void {
  const name = `#${proposal.id} ${proposalTypeText(proposal.type)}`;
  void vscode.window.showInformationMessage(
    executed
      ? vscode.l10n.t("Proposal {0} passed and was executed.", name)
      : vscode.l10n.t("Proposal {0}: {1}.", name, proposalStatusText(proposal.status)),
  );
}

/** Puts something to the committee's vote. */
export async function createProposal(app: Chainside, target: unknown): Promise<void> {
  const group = await targetGroup(app, target);
  const title = vscode.l10n.t("Create Proposal");
  const { request, label } = await askProposal(title);
  const lines = Object.entries(request)
    .filter(([name]) => name !== "kind")
    .map(([name, value]) => ({ label: name, value: String(value) }));
  const outcome = await signAndSend(
    app,
    {
      group,
      title: vscode.l10n.t("Propose: {0}", label),
      lines,
      warnings: [...(await warnings(app, group, { kind: "propose" })), ...(await consequences(app, group, request))],
    },
    (signer, options) => propose(group.session, signer, request, options),
  );
  group.notify("governance");
  report(outcome);
}

async function askProposalId(target: unknown, title: string): Promise<number> {
  if (isProposalNode(target)) return target.proposalId;
  const text = await askText({
    title,
    prompt: vscode.l10n.t("Number of the proposal"),
    validate: (typed) => (/^[1-9]\d*$/.test(typed.trim()) ? undefined : vscode.l10n.t("A whole number from 1.")),
  });
  return Number(text.trim());
}

/** Votes on a proposal. */
export async function vote(app: Chainside, target: unknown): Promise<void> {
  const group = await targetGroup(app, target);
  const title = vscode.l10n.t("Vote on Proposal");
  const id = await askProposalId(target, title);
  const proposal = await getProposal(group.session, id);
  const name = `#${id} ${proposalTypeText(proposal.type)}`;
  const agree = await askChoice(
    [
      { label: `$(thumbsup) ${vscode.l10n.t("Agree")}`, value: true },
      { label: `$(thumbsdown) ${vscode.l10n.t("Disagree")}`, value: false },
    ],
    { title: `${title} · ${name}` },
  );
  const outcome = await signAndSend(
    app,
    {
      group,
      title: `${title} · ${name}`,
      lines: [
        { label: vscode.l10n.t("Vote"), value: agree ? vscode.l10n.t("Agree") : vscode.l10n.t("Disagree") },
        { label: vscode.l10n.t("About"), value: proposal.resourceId },
      ],
      warnings: await warnings(app, group, { kind: "vote", proposal: id }),
    },
    (signer, options) => voteProposal(group.session, signer, { id, agree }, options),
  );
  group.notify("governance");
  report(outcome);
}

/** Takes one's own proposal back. */
export async function revoke(app: Chainside, target: unknown): Promise<void> {
  const group = await targetGroup(app, target);
  const title = vscode.l10n.t("Revoke Proposal");
  const id = await askProposalId(target, title);
  const outcome = await signAndSend(
    app,
    {
      group,
      title: `${title} #${id}`,
      lines: [{ label: vscode.l10n.t("Proposal"), value: `#${id}` }],
      warnings: await warnings(app, group, { kind: "revoke", proposal: id }),
    },
    (signer, options) => revokeProposal(group.session, signer, id, options),
  );
  group.notify("governance");
  report(outcome);
}
