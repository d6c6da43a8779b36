import { isGovernor } from "../../chain/services/governance/committee";
import { type ProposalRequest, proposalError } from "../../chain/services/governance/propose";
import { checkRights, type Operation as NeededRight } from "../../chain/services/rights/checkRights";
import type { Address } from "../../crypto/bytes/hex";
import { ChainError, type ChainErrorKind } from "../../errors/chainError";
import { heaviest } from "../../signing/request";
import { proposalConsequences } from "../consequences/proposalConsequences";
import { proposalTitle } from "../consequences/proposalText";
import { changeLines, requestLines } from "../consequences/requestLines";
import type { OperationContext, Preview } from "../model/operation";
import { asked } from "./results";

/** A node that wasn't heard has refused nothing. */
const unanswered: ReadonlySet<ChainErrorKind> = new Set<ChainErrorKind>(["transport", "tls", "decode"]);

/** What the account lacks; undefined where nothing is known against it. A question that can't be asked is no refusal. */
export async function refusalOf(
  context: OperationContext,
  right: (() => NeededRight | undefined | Promise<NeededRight | undefined>) | undefined,
): Promise<ChainError | undefined> {
  const { session, account } = context;
  if (account === undefined || right === undefined) return undefined;
  try {
    const needed = await right();
    return needed && (await checkRights(session, account, needed, asked(context)));
  } catch (error) {
    if (error instanceof ChainError && error.code !== "cancelled" && !unanswered.has(error.kind)) return error;
    throw error;
  }
}

/** What the state of things rules out, beyond rights: known to fail. */
const ruledOut: ReadonlySet<unknown> = new Set([
  ...["proposalNotOpen", "proposalExpired", "alreadyVoted", "proposalNotFound"],
  ...["contractStuck", "contractFrozen", "accountFrozen", "accountAbolished"],
]);

/** Why it fails: as known, or as the account's rights tell. */
export const failuresOf = (
  refusal: ChainError | undefined,
  blocked: ChainError | undefined,
): { refusal?: ChainError; blocked?: ChainError } => {
  const known = blocked ?? (refusal && ruledOut.has(refusal.code) ? refusal : undefined);
  if (known) return { blocked: known };
  return refusal ? { refusal } : {};
};

/** What a proposer should know before they sign. `reasons`: why it goes to the committee, where it wasn't asked for as a proposal. */
export async function proposalPreview(
  context: OperationContext,
  proposal: ProposalRequest,
  reasons: readonly string[] = [],
): Promise<Preview> {
  const wrong = await proposalError(context.session, proposal);
  const [refusal = wrong, consequences] = await Promise.all([
    refusalOf(context, () => ({ kind: "propose" })),
    // What values would come to that are never proposed says nothing.
    wrong ? ({} satisfies Partial<Preview>) : proposalConsequences(context, proposal),
  ]);
  const governs =
    proposal.kind === "setGovernorWeight" && proposal.weight > 0 && !wrong
      ? await isGovernor(context.session, proposal.account as Address)
      : false;
  const { notes = [], warnings = [], weight, blocked, byRules }: Partial<Preview> = consequences;
  const lines = wrong ? requestLines(proposal) : await changeLines(context.session, proposal);
  return {
    title: proposalTitle(proposal, governs),
    lines,
    // What can't be undone is agreed to by a name.
    ...(weight === "irreversible" && lines[0] ? { target: lines[0].value } : {}),
    notes,
    warnings: [...reasons, ...warnings],
    weight: heaviest(weight),
    proposal,
    ...failuresOf(refusal, blocked),
    ...(byRules ? { byRules } : {}),
  };
}
