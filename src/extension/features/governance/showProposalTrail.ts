import * as vscode from "vscode";
import type { Proposal } from "../../../chain/services/governance/proposal";
import type { ProposalTrail, TrailStep } from "../../../chain/services/governance/proposalTrail";
import { proposalTypeText } from "../../flows/propose/proposalText";
import { requestLines } from "../../flows/propose/requestLines";
import type { Target } from "../../flows/target/target";
import { accountName } from "../../state/accounts/accountName";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { knownCreation, searchProposalContent } from "./proposalContent";
import { keepTrail } from "./proposalTrail";
import { askProposalId } from "./voteOnProposal";

/** Blocks that are read when someone asks for the trail. */
const wholeSearch = 50_000;

function stepRecord(app: Chainside, step: TrailStep): Record<string, unknown> {
  const { kind, account, blockNumber, timestampMs, transactionHash, execution } = step;
  return {
    step: kind,
    account,
    name: accountName(app, account),
    block: blockNumber,
    time: new Date(timestampMs).toISOString(),
    transaction: transactionHash,
    ...(execution === undefined ? {} : { execution }),
  };
}

/** Opens everything that the chain shows of a proposal as a document that can be saved. */
export async function showProposalTrail(app: Chainside, group: ChainGroup, target: Target): Promise<void> {
  const title = vscode.l10n.t("Show Proposal History");
  const id = await askProposalId(app, group, target, title);
  const { getProposal } = await import("../../../chain/services/governance/proposal");
  const proposal = await getProposal(group.session, id);
  const content = await searchProposalContent(app, group, proposal);
  const creation = knownCreation(group, id);
  const trail = creation && (await wholeTrail(group, proposal, creation));
  const record = {
    chain: group.session.chainId,
    group: group.groupId,
    proposal: id,
    kind: proposalTypeText(proposal.type),
    status: proposal.status,
    proposer: proposal.proposer,
    lastBlock: proposal.lastBlock,
    ...(content
      ? { content: Object.fromEntries(requestLines(content).map(({ label, value }) => [label, value])) }
      : {}),
    agree: proposal.agree,
    against: proposal.against,
    steps: (trail?.steps ?? []).map((step) => stepRecord(app, step)),
    complete: trail?.complete ?? false,
  };
  const document = await vscode.workspace.openTextDocument({
    language: "json",
    content: `${JSON.stringify(record, undefined, 2)}\n`,
  });
  await vscode.window.showTextDocument(document, { preview: true });
}

function wholeTrail(
  group: ChainGroup,
  proposal: Proposal,
  creation: NonNullable<ReturnType<typeof knownCreation>>,
): Thenable<ProposalTrail | undefined> {
  return vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      cancellable: true,
      title: vscode.l10n.t("Looking for the votes on proposal #{0}", proposal.id),
    },
    async (progress, cancelled) => {
      const controller = new AbortController();
      cancelled.onCancellationRequested(() => controller.abort());
      const { readProposalTrail } = await import("../../../chain/services/governance/proposalTrail");
      let before = 0;
      try {
        const trail = await readProposalTrail(group.session, proposal, creation, {
          mostBlocks: wholeSearch,
          signal: controller.signal,
          onProgress: (done, all) => {
            progress.report({ increment: ((done - before) / all) * 100 });
            before = done;
          },
        });
        keepTrail(group, proposal, trail);
        return trail;
      } catch (error) {
        if (controller.signal.aborted) return undefined;
        throw error;
      }
    },
  );
}
