import * as vscode from "vscode";
import type { Proposal } from "../../../chain/services/governance/proposal";
import type { ProposalRequest } from "../../../chain/services/governance/propose";
import { isNodeId } from "../../../crypto/bytes/hex";
import { requestLines } from "../../../operations/consequences/requestLines";
import { shortHex } from "../../../text/shortText";
import { withNames } from "../../flows/signing/namedAddresses";
import { showProgress } from "../../kit/asking/progress";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { proposalMemory } from "./proposalTrail";

/** Whether every block that may have created the proposal was looked through in vain. */
export const isSearchedThrough = (group: ChainGroup, id: number): boolean =>
  proposalMemory(group).reached.get(id)?.isLast ?? false;

/** How many blocks a search reads before it asks whether to go on. */
const searchedBlocks = 20_000;

/** What a proposal would do, where the usual intervals lead to it; undefined otherwise, also because it cannot be asked just now. */
export async function proposalContent(
  app: Chainside,
  group: ChainGroup,
  proposal: Proposal,
): Promise<ProposalRequest | undefined> {
  const { creations, missed } = proposalMemory(group);
  const before = creations.get(proposal.id);
  if (before) return before.request;
  if (missed.has(proposal.id)) return undefined;
  try {
    const { findProposalCreation } = await import("../../../chain/services/governance/proposalContent");
    const creation = await findProposalCreation(group.session, proposal);
    if (creation) creations.set(proposal.id, creation);
    else missed.add(proposal.id);
    return creation?.request;
  } catch (error) {
    app.errors.log(error);
    return undefined;
  }
}

/**
 * The same for a user who is about to decide on it: block by block where the usual intervals do not lead to it, with progress, until the
 * user has enough of it. Called again it goes on where it ended.
 */
export async function searchProposalContent(
  app: Chainside,
  group: ChainGroup,
  proposal: Proposal,
): Promise<ProposalRequest | undefined> {
  const quick = await proposalContent(app, group, proposal);
  if (quick) return quick;
  if (isSearchedThrough(group, proposal.id)) return undefined;
  const { creations, reached } = proposalMemory(group);
  const ended = reached.get(proposal.id);
  const { findProposalCreation } = await import("../../../chain/services/governance/proposalContent");
  const creation = await showProgress(
    {
      location: vscode.ProgressLocation.Notification,
      cancellable: true,
      title: vscode.l10n.t("Looking for the transaction that created proposal #{0}", proposal.id),
    },
    async (progress, signal) => {
      let before = 0;
      try {
        return await findProposalCreation(group.session, proposal, {
          maxBlocks: searchedBlocks,
          known: creations,
          ...(ended ? { below: ended.block } : {}),
          signal,
          onReached: (block, isLast) => reached.set(proposal.id, { block, isLast }),
          onProgress: (done, all) => {
            const message = vscode.l10n.t("{0} of {1} blocks", done, all);
            progress.report({ message, increment: ((done - before) / all) * 100 });
            before = done;
          },
        });
      } catch (error) {
        if (!signal.aborted) app.errors.log(error);
        return undefined;
      }
    },
  );
  if (creation) creations.set(proposal.id, creation);
  return creation?.request;
}

/** Whom or what a proposal is about, in one short line: `ops-2 · weight 1`, `tx_count_limit · 1600`; two rates with their names. */
export function requestSummary(app: Chainside, group: ChainGroup, request: ProposalRequest): string {
  if (request.kind === "setRate")
    return vscode.l10n.t("participation {0}%, approval {1}%", request.participatesRate, request.winRate);
  const parts = requestLines(request).map(({ value }) =>
    isNodeId(value) ? app.nodeNames.label(value) : withNames(app, group, value, shortHex),
  );
  if (!("weight" in request)) return parts.join(" · ");
  const [about = ""] = parts;
  return request.weight === 0 ? about : `${about} · ${vscode.l10n.t("weight {0}", request.weight)}`;
}
