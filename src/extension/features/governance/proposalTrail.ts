import * as vscode from "vscode";
import type { VoteThen } from "../../../chain/services/governance/committeeHistory";
import type { Proposal } from "../../../chain/services/governance/proposal";
import type { ProposalCreation } from "../../../chain/services/governance/proposalContent";
import type { ProposalTrail } from "../../../chain/services/governance/proposalTrail";
import { takesVotes } from "../../../chain/services/governance/voteCount";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

/** What was found out about proposals, by their number. */
class ProposalMemory {
  /** The transactions that created them: a proposal's content never changes. */
  readonly creations = new Map<number, ProposalCreation>();
  /**
   * Those that the usual intervals do not lead to: the view asks again with each refresh, and the blocks of the past stay what they are.
   */
  readonly missed = new Set<number>();
  /** How far searches that found nothing came. */
  readonly reached = new Map<number, { readonly block: number; readonly isLast: boolean }>();
  /** A closed proposal changes no more: its trail is read once. */
  readonly trails = new Map<number, ProposalTrail>();
  /** What a glance showed of a decided one, though votes are missing in it: the same blocks would show the same again. */
  readonly glances = new Map<number, ProposalTrail>();
  /** Weights that votes had when they were cast, by proposal and account: as far as they were proven. */
  readonly weights = new Map<string, number>();
}

/** Ends with the session, which a chain that began anew has another of. */
export const proposalMemory = ({ keptOfSession }: ChainGroup): ProposalMemory => keptOfSession.of(ProposalMemory);

/** Blocks from the creation on that are read when a line is unfolded. */
const glance = 64;

/** The trail as far as a few blocks show it; undefined while the creation is not known, or when the chain cannot be asked just now. */
export async function glanceAtTrail(
  app: Chainside,
  group: ChainGroup,
  proposal: Proposal,
): Promise<ProposalTrail | undefined> {
  const { creations, trails, glances } = proposalMemory(group);
  const known = trails.get(proposal.id) ?? glances.get(proposal.id);
  const creation = creations.get(proposal.id);
  if (known || !creation) return known;
  try {
    const { readProposalTrail } = await import("../../../chain/services/governance/proposalTrail");
    const trail = await readProposalTrail(group.session, proposal, creation, { maxBlocks: glance });
    keepTrail(group, proposal, trail);
    if (!takesVotes(proposal)) glances.set(proposal.id, trail);
    return trail;
  } catch (error) {
    app.errors.log(error);
    return undefined;
  }
}

/** Keeps the trail of a proposal that is decided, when nothing of it is missing. */
export function keepTrail(group: ChainGroup, proposal: Proposal, trail: ProposalTrail): void {
  if (trail.complete && !takesVotes(proposal)) proposalMemory(group).trails.set(proposal.id, trail);
}

const voteKey = (id: number, account: string): string => `${id}/${account.toLowerCase()}`;

/** Keeps what the votes of a proposal weighed, and lets the views show it. */
export function keepVotes(
  group: ChainGroup,
  id: number,
  { steps }: ProposalTrail,
  votes: readonly (VoteThen | undefined)[],
): void {
  const { weights } = proposalMemory(group);
  const before = weights.size;
  for (const [index, { account }] of steps.entries()) {
    const vote = votes[index];
    if (vote) weights.set(voteKey(id, account), vote.weight);
  }
  if (weights.size > before) group.notify("governance");
}

/** What a vote weighed when it was cast; undefined where that was not proven yet. */
export const weightThen = (group: ChainGroup, id: number, account: string): number | undefined =>
  proposalMemory(group).weights.get(voteKey(id, account));

/** What came of the execution, in words; undefined where the trail does not show one. */
export async function executionText(app: Chainside, trail: ProposalTrail | undefined): Promise<string | undefined> {
  const execution = trail?.steps.find((step) => step.execution !== undefined)?.execution;
  if (execution === undefined) return undefined;
  if (execution === "done") return vscode.l10n.t("executed");
  if (execution === "unclear") return vscode.l10n.t("passed, but its execution is unclear");
  const { precompiledError } = await import("../../../errors/nodeError");
  const { message } = await app.errors.words(await precompiledError(execution));
  return vscode.l10n.t("passed, but not executed: {0}", message);
}
