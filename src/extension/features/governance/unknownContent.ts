import * as vscode from "vscode";
import type { Proposal } from "../../../chain/services/governance/proposal";
import type { ProposalRequest } from "../../../chain/services/governance/propose";
import { askText } from "../../kit/asking/ask";
import { runCommand } from "../../kit/commands/commands";
import { Cancelled } from "../../kit/errors/cancelled";
import { showWarning } from "../../kit/messages/notify";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { isSearchedThrough, searchProposalContent } from "./proposalContent";

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
export async function contentOrConsent(
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
