import { precompiledAt } from "../../chain/abi/precompiledContracts";
import { type CommitteeInfo, getCommitteeInfo } from "../../chain/services/governance/committee";
import type { Proposal } from "../../chain/services/governance/proposal";
import type { ProposalRequest } from "../../chain/services/governance/propose";
import { countWithVote } from "../../chain/services/governance/voteCount";
import { type Address, isSameAddress } from "../../crypto/bytes/hex";
import { t } from "../../text/catalogue";
import type { OperationContext, Preview, PreviewLine } from "../model/operation";
import { contentConsequences } from "./proposalConsequences";
import { voteFailure } from "./proposalFailures";
import { nextVoteText, proposalKindText, proposalTypeText, voteArithmetic } from "./proposalText";
import { requestLines } from "./requestLines";

/** Whether it is a governor who hasn't voted. */
const mayVote = ({ governors }: CommitteeInfo, { agree, against }: Proposal, account: Address): boolean =>
  governors.some(({ address }) => isSameAddress(address, account)) &&
  ![...agree, ...against].some((voter) => isSameAddress(voter, account));

/** What the vote would do, in numbers. */
function voteNotes(committee: CommitteeInfo, proposal: Proposal, account: Address | undefined): string[] {
  // A voter who has voted, or is no governor, changes nothing: the rights say so.
  const counts = account !== undefined && mayVote(committee, proposal, account);
  return [
    ...voteArithmetic(committee, proposal),
    ...(counts ? [t("With your vote, {0}.", nextVoteText(committee, proposal, account))] : []),
  ];
}

/** A winning rate of 0, or votes before it, can make it pass by a vote against it. */
function passesAnyway(committee: CommitteeInfo, proposal: Proposal, account: Address, agree: boolean): string[] {
  if (agree || countWithVote(committee, proposal, { account, agree: false }).result !== "passed") return [];
  return [
    t(
      "Your vote against the proposal makes it pass: with your vote, enough weight has voted, and enough of it agrees.",
    ),
  ];
}

/** `#3 System config` */
export const proposalName = ({ id, type }: Pick<Proposal, "id" | "type">): string => `#${id} ${proposalTypeText(type)}`;

function voteLines(proposal: Proposal, content: ProposalRequest | undefined, agree: boolean): PreviewLine[] {
  const { id, resourceId, proposer } = proposal;
  const precompiled = precompiledAt(resourceId);
  return [
    { label: t("Vote"), value: agree ? t("Agree") : t("Disagree") },
    ...(content
      ? [{ label: t("Proposal"), value: `#${id} ${proposalKindText(content.kind)}` }, ...requestLines(content)]
      : [
          { label: t("Proposal"), value: proposalName(proposal) },
          { label: t("Subject"), value: precompiled ? `${precompiled} · ${resourceId}` : resourceId },
        ]),
    { label: t("Created by"), value: proposer },
  ];
}

/**
 * What a voter should know: what is voted on, what the vote makes of it, and what passing would do beyond the proposal's meaning.
 * @param content what the proposal does; undefined where that is unknown
 */
export async function voteConsequences(
  context: OperationContext,
  proposal: Proposal,
  content: ProposalRequest | undefined,
  agree: boolean,
): Promise<Partial<Preview>> {
  const { session, account } = context;
  const [committee, passed] = await Promise.all([
    getCommitteeInfo(session),
    content && contentConsequences(context, content, account),
  ]);
  const governs = account !== undefined && mayVote(committee, proposal, account);
  const failure = governs ? await voteFailure(session, committee, proposal, content, { account, agree }) : undefined;
  const weight = passed?.weight ?? "irreversible";
  // Agreed to by what the proposal does it to: that one agrees is the same word for all of them.
  const target = (content && requestLines(content)[0]?.value) ?? `#${proposal.id}`;
  return {
    ...failure,
    ...(weight === "irreversible" ? { target } : {}),
    lines: voteLines(proposal, content, agree),
    notes: voteNotes(committee, proposal, account),
    warnings: [
      ...(account === undefined ? [] : passesAnyway(committee, proposal, account, agree)),
      ...(proposal.status === "expired"
        ? [t("Its last block {0} has passed, but the chain still counts votes on it.", proposal.lastBlock)]
        : []),
      ...(passed
        ? (passed.warnings ?? [])
        : [
            t(
              "It's unknown what this proposal does: the transaction that created it wasn't found. Don't vote before its proposer has shown you that transaction.",
            ),
          ]),
    ],
    weight,
    blocked: failure?.blocked ?? (agree ? passed?.blocked : undefined),
  };
}
