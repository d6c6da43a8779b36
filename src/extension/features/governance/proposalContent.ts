import * as vscode from "vscode";
import type { Proposal } from "../../../chain/services/governance/proposal";
import type { ProposalCreation } from "../../../chain/services/governance/proposalContent";
import type { ProposalRequest } from "../../../chain/services/governance/propose";
import { showProgress } from "../../kit/asking/progress";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

/** What was found stays: a proposal's content never changes. Ends with the session, which a chain that began anew has another of. */
const found = new WeakMap<object, Map<number, ProposalCreation>>();

/** Proposals that the usual intervals do not lead to: the view asks again with each refresh, and the blocks of the past stay what they are. */
const missed = new WeakMap<object, Set<number>>();

/** How far searches that found nothing came. */
const reached = new WeakMap<object, Map<number, { readonly block: number; readonly isLast: boolean }>>();

/** Whether every block that may have created the proposal was looked through in vain. */
export const isSearchedThrough = ({ session }: ChainGroup, id: number): boolean =>
  reached.get(session)?.get(id)?.isLast ?? false;

/** How many blocks a search reads before it asks whether to go on. */
const searchedBlocks = 20_000;

function knownOf(session: object): Map<number, ProposalCreation> {
  const known = found.get(session) ?? new Map<number, ProposalCreation>();
  found.set(session, known);
  return known;
}

/** The transaction that created a proposal, when it was found before. */
export const knownCreation = ({ session }: ChainGroup, id: number): ProposalCreation | undefined =>
  knownOf(session).get(id);

/** The transactions that created proposals, as far as they were found. */
export const knownCreations = ({ session }: ChainGroup): ReadonlyMap<number, ProposalCreation> => knownOf(session);

/** What a proposal would do, where the usual intervals lead to it; undefined otherwise, also because it cannot be asked just now. */
export async function proposalContent(
  app: Chainside,
  { session }: ChainGroup,
  proposal: Proposal,
): Promise<ProposalRequest | undefined> {
  const known = knownOf(session);
  const before = known.get(proposal.id);
  if (before) return before.request;
  const misses = missed.get(session) ?? new Set<number>();
  missed.set(session, misses);
  if (misses.has(proposal.id)) return undefined;
  try {
    const { findProposalCreation } = await import("../../../chain/services/governance/proposalContent");
    const creation = await findProposalCreation(session, proposal);
    if (creation) known.set(proposal.id, creation);
    else misses.add(proposal.id);
    return creation?.request;
  } catch (error) {
    app.errors.log(error);
    return undefined;
  }
}

/**
 * The same for someone who is about to decide on it: block by block where the usual intervals do not lead to it, with progress, until the user
 * has enough of it. Called again it goes on where it ended.
 */
export async function searchProposalContent(
  app: Chainside,
  group: ChainGroup,
  proposal: Proposal,
): Promise<ProposalRequest | undefined> {
  const quick = await proposalContent(app, group, proposal);
  if (quick) return quick;
  if (isSearchedThrough(group, proposal.id)) return undefined;
  const known = knownOf(group.session);
  const places = reached.get(group.session) ?? new Map<number, { readonly block: number; readonly isLast: boolean }>();
  reached.set(group.session, places);
  const ended = places.get(proposal.id);
  const { findProposalCreation } = await import("../../../chain/services/governance/proposalContent");
  const creation = await showProgress(
    {
      location: vscode.ProgressLocation.Notification,
      cancellable: true,
      title: vscode.l10n.t("Looking for the transaction that created proposal #{0}", proposal.id),
    },
    async (progress, cancelled) => {
      const controller = new AbortController();
      cancelled.onCancellationRequested(() => controller.abort());
      let before = 0;
      try {
        return await findProposalCreation(group.session, proposal, {
          mostBlocks: searchedBlocks,
          known,
          ...(ended ? { below: ended.block } : {}),
          signal: controller.signal,
          onReached: (block, isLast) => places.set(proposal.id, { block, isLast }),
          onProgress: (done, all) => {
            const message = vscode.l10n.t("{0} of {1} blocks", done, all);
            progress.report({ message, increment: ((done - before) / all) * 100 });
            before = done;
          },
        });
      } catch (error) {
        if (!controller.signal.aborted) app.errors.log(error);
        return undefined;
      }
    },
  );
  if (creation) known.set(proposal.id, creation);
  return creation?.request;
}
