import * as vscode from "vscode";
import type { Proposal } from "../../../chain/services/governance/proposal";
import type { ProposalTrail } from "../../../chain/services/governance/proposalTrail";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { knownCreation } from "./proposalContent";

/** Blocks from the creation on that are read when a line is unfolded. */
const glance = 64;

/** A closed proposal changes no more: its trail is read once a session. */
const trails = new WeakMap<object, Map<number, ProposalTrail>>();

/** The trail as far as a few blocks show it; undefined while the creation is not known, or when the chain cannot be asked just now. */
export async function glanceAtTrail(
  app: Chainside,
  group: ChainGroup,
  proposal: Proposal,
): Promise<ProposalTrail | undefined> {
  const known = trails.get(group.session)?.get(proposal.id);
  const creation = knownCreation(group, proposal.id);
  if (known || !creation) return known;
  try {
    const { readProposalTrail } = await import("../../../chain/services/governance/proposalTrail");
    const trail = await readProposalTrail(group.session, proposal, creation, { mostBlocks: glance });
    keepTrail(group, proposal, trail);
    return trail;
  } catch (error) {
    app.errors.log(error);
    return undefined;
  }
}

/** Keeps the trail of a proposal that is decided, when nothing of it is missing. */
export function keepTrail({ session }: ChainGroup, { id, status }: Proposal, trail: ProposalTrail): void {
  if (!trail.complete || status === "open" || status === "expired") return;
  const kept = trails.get(session) ?? new Map<number, ProposalTrail>();
  kept.set(id, trail);
  trails.set(session, kept);
}

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
