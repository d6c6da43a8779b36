import * as vscode from "vscode";
import { getCommitteeInfo } from "../../../chain/services/governance/committee";
import { getProposal, type Proposal } from "../../../chain/services/governance/proposal";
import type { ProposalRequest } from "../../../chain/services/governance/propose";
import { revokeProposal, voteProposal } from "../../../chain/services/governance/vote";
import { countWithVote } from "../../../chain/services/governance/voteCount";
import { proposalKindText } from "../../flows/propose/askProposal";
import { reportProposal } from "../../flows/propose/createProposal";
import { type Consequences, noConsequences } from "../../flows/propose/membershipWarnings";
import { contentConsequences } from "../../flows/propose/proposalConsequences";
import { proposalStatusText, proposalTypeText } from "../../flows/propose/proposalText";
import { requestLines, requestSummary } from "../../flows/propose/requestLines";
import { nextVoteText, voteArithmetic } from "../../flows/propose/voteText";
import { rightsWarnings } from "../../flows/signing/rightsWarnings";
import { signAndSend } from "../../flows/signing/signAndSend";
import type { Target } from "../../flows/target/target";
import { askChoice, askText, type Choice } from "../../kit/asking/ask";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import type { WritableGroup } from "../../state/connections/writableGroup";
import { openProposals } from "./openProposals";
import { proposalContent } from "./proposalContent";
import { contentOrConsent } from "./unknownContent";

/** The proposal of the clicked line, one of the open ones, or a typed number. @throws Cancelled */
export async function askProposalId(app: Chainside, group: ChainGroup, target: Target, title: string): Promise<number> {
  if (target.kind === "proposal") return target.id;
  const open = await openProposals(group);
  const choices = open.map(async (proposal): Promise<Choice<number>> => {
    const { id, type, status, resourceId } = proposal;
    const content = await proposalContent(app, group, proposal);
    return {
      label: `#${id} ${proposalTypeText(type)}`,
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
  const text = await askText({
    title,
    prompt: vscode.l10n.t("Enter the proposal number"),
    validate: (typed) => (/^[1-9]\d*$/.test(typed.trim()) ? undefined : vscode.l10n.t("Enter an integer from 1.")),
  });
  return Number(text.trim());
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** What the vote would do, in numbers. */
async function voteNotes(app: Chainside, group: ChainGroup, proposal: Proposal): Promise<string[]> {
  const account = app.accounts.active(group);
  const committee = await getCommitteeInfo(group.session);
  // Whoever has voted, or is no governor, changes nothing: the rights say so.
  const counts =
    account &&
    committee.governors.some(({ address }) => isSame(address, account.address)) &&
    ![...proposal.agree, ...proposal.against].some((voter) => isSame(voter, account.address));
  return [
    ...voteArithmetic(committee, proposal),
    ...(counts ? [vscode.l10n.t("With your vote, {0}.", nextVoteText(committee, proposal, account.address))] : []),
  ];
}

/** A winning rate of 0, or votes before it, can make it pass by a vote against it. */
async function passesAnyway(app: Chainside, group: ChainGroup, proposal: Proposal, agree: boolean): Promise<string[]> {
  const account = app.accounts.active(group);
  if (!account || agree) return [];
  const committee = await getCommitteeInfo(group.session);
  const { result } = countWithVote(committee, proposal, { account: account.address, agree: false });
  return result === "passed"
    ? [
        vscode.l10n.t(
          "Your vote against the proposal makes it pass: with your vote, enough weight has voted, and enough of it agrees.",
        ),
      ]
    : [];
}

/** What stands against the vote, and what passing would do beyond the proposal's meaning. */
async function voteWarnings(
  app: Chainside,
  group: ChainGroup,
  proposal: Proposal,
  content: ProposalRequest | undefined,
): Promise<Consequences> {
  const account = app.accounts.active(group);
  const passed = content && account ? await contentConsequences(app, group, content, account.address) : noConsequences;
  const warnings = [
    ...(proposal.status === "expired"
      ? [vscode.l10n.t("Its last block {0} has passed, but the chain still counts votes on it.", proposal.lastBlock)]
      : []),
    ...(await rightsWarnings(app, group, { kind: "vote", proposal: proposal.id })),
    ...(content === undefined
      ? [
          vscode.l10n.t(
            "It's unknown what this proposal does: the transaction that created it wasn't found. Don't vote before its proposer has shown you that transaction.",
          ),
        ]
      : passed.warnings),
  ];
  return { warnings, irreversible: content === undefined || passed.irreversible };
}

/** Votes on a proposal. */
export async function voteOnProposal(app: Chainside, group: WritableGroup, target: Target): Promise<void> {
  const title = vscode.l10n.t("Vote on Proposal");
  const id = await askProposalId(app, group, target, title);
  const proposal = await getProposal(group.session, id);
  const content = await contentOrConsent(app, group, proposal);
  const { builtinAt } = await import("../../../chain/abi/builtinContracts");
  const builtin = builtinAt(proposal.resourceId);
  const name = `#${id} ${proposalTypeText(proposal.type)}`;
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
  const { warnings, irreversible } = await voteWarnings(app, group, proposal, content);
  const outcome = await signAndSend(
    app,
    {
      group,
      title: `${title} · ${name}`,
      lines: [
        { label: vscode.l10n.t("Vote"), value: agree ? vscode.l10n.t("Agree") : vscode.l10n.t("Disagree") },
        ...(content
          ? [{ label: vscode.l10n.t("Proposal"), value: proposalKindText(content.kind) }, ...requestLines(content)]
          : [
              {
                label: vscode.l10n.t("Subject"),
                value: builtin ? `${builtin} · ${proposal.resourceId}` : proposal.resourceId,
              },
            ]),
        { label: vscode.l10n.t("Created by"), value: proposal.proposer },
      ],
      notes: await voteNotes(app, group, proposal),
      warnings: [...(await passesAnyway(app, group, proposal, agree)), ...warnings],
      irreversible,
    },
    (signer, options) => voteProposal(group.session, signer, { id, agree }, options),
  );
  await reportProposal(group, outcome);
}

/** Takes one's own proposal back. */
export async function takeBackProposal(app: Chainside, group: WritableGroup, target: Target): Promise<void> {
  const title = vscode.l10n.t("Revoke Proposal");
  const id = await askProposalId(app, group, target, title);
  const outcome = await signAndSend(
    app,
    {
      group,
      title: `${title} #${id}`,
      lines: [{ label: vscode.l10n.t("Proposal"), value: `#${id}` }],
      warnings: await rightsWarnings(app, group, { kind: "revoke", proposal: id }),
    },
    (signer, options) => revokeProposal(group.session, signer, id, options),
  );
  await reportProposal(group, outcome);
}
