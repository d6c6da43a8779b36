import * as vscode from "vscode";
import type { VoteThen } from "../../../chain/services/governance/committeeHistory";
import type { Proposal } from "../../../chain/services/governance/proposal";
import type { ProposalTrail } from "../../../chain/services/governance/proposalTrail";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { knownCreation } from "./proposalContent";

/** Blocks from the creation on that are read when a line is unfolded. */
const glance = 64;

/** A closed proposal changes no more: its trail is read once a session. */
const trails = new WeakMap<object, Map<number, ProposalTrail>>();

/** What a glance showed of a decided proposal, though votes are missing in it: the same blocks would show the same again. */
const glances = new WeakMap<object, Map<number, ProposalTrail>>();

const isDecided = ({ status }: Proposal): boolean => status !== "open" && status !== "expired";

/** The trail as far as a few blocks show it; undefined while the creation is not known, or when the chain cannot be asked just now. */
export async function glanceAtTrail(
  app: Chainside,
  group: ChainGroup,
  proposal: Proposal,
): Promise<ProposalTrail | undefined> {
  const known = trails.get(group.session)?.get(proposal.id) ?? glances.get(group.session)?.get(proposal.id);
  const creation = knownCreation(group, proposal.id);
  if (known || !creation) return known;
  try {
    const { readProposalTrail } = await import("../../../chain/services/governance/proposalTrail");
    const trail = await readProposalTrail(group.session, proposal, creation, { mostBlocks: glance });
    keepTrail(group, proposal, trail);
    if (isDecided(proposal)) {
      const seen = glances.get(group.session) ?? new Map<number, ProposalTrail>();
      glances.set(group.session, seen.set(proposal.id, trail));
    }
    return trail;
  } catch (error) {
    app.errors.log(error);
    return undefined;
  }
}

/** Keeps the trail of a proposal that is decided, when nothing of it is missing. */
export function keepTrail({ session }: ChainGroup, proposal: Proposal, trail: ProposalTrail): void {
  if (!trail.complete || !isDecided(proposal)) return;
  const kept = trails.get(session) ?? new Map<number, ProposalTrail>();
  kept.set(proposal.id, trail);
  trails.set(session, kept);
}

/** Weights that votes had when they were cast, by proposal and account: as far as they were proven. */
const weights = new WeakMap<object, Map<string, number>>();

const voteKey = (id: number, account: string): string => `${id}/${account.toLowerCase()}`;

/** Keeps what the votes of a proposal weighed, and lets the views show it. */
export function keepVotes(
  group: ChainGroup,
  id: number,
  { steps }: ProposalTrail,
  votes: readonly (VoteThen | undefined)[],
): void {
  const kept = weights.get(group.session) ?? new Map<string, number>();
  weights.set(group.session, kept);
  const before = kept.size;
  for (const [index, { account }] of steps.entries()) {
    const vote = votes[index];
    if (vote) kept.set(voteKey(id, account), vote.weight);
  }
  if (kept.size > before) group.notify("governance");
}

/** What a vote weighed when it was cast; undefined where that was not proven yet. */
export const weightThen = ({ session }: ChainGroup, id: number, account: string): number | undefined =>
  weights.get(session)?.get(voteKey(id, account));

/** What came of the execution, in words; undefined where the trail does not show one. */
export async function executionText(app: Chainside, trail: ProposalTrail | undefined): Promise<string | undefined> {
  const execution = trail?.steps.find((step) => step.execution !== undefined)?.execution;
  if (execution === undefined) return undefined;
  if (execution === "done") return vscode.l10n.t("executed");
  if (execution === "unclear") return vscode.l10n.t("passed, but its execution is unclear");
  const { precompiledError } = await import("../../../chain/errors/nodeError");
  const { message } = await app.errors.words(await precompiledError(execution));
  return vscode.l10n.t("passed, but not executed: {0}", message);
}
