import * as vscode from "vscode";
import type { ProposalRequest } from "../../../chain/services/governance/propose";
import { proposalKindText } from "../../../operations/consequences/proposalText";
import type { Proposing } from "../../../operations/kit/proposing";
import type { Fields } from "../../../operations/model/fields";
import { askChoice, type Choice } from "../../kit/asking/ask";
import type { Target } from "../../kit/commands/target";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import type { WritableGroup } from "../../state/connections/signingPermit";
import { askFields, neededFields } from "../operations/askFields";
import { signPrepared } from "../operations/doOperation";
import { operationContext } from "../operations/operationContext";
import { reportProposal } from "../operations/reportProposal";

/** Puts something to the committee's vote. */
export async function createProposal(app: Chainside, group: WritableGroup, target: Target): Promise<void> {
  const request = await askProposal(app, group, target);
  const { preparedProposal } = await import("../../../operations/kit/proposing");
  const outcome = await signPrepared(app, group, preparedProposal(operationContext(app, group), request));
  if ("result" in outcome) reportProposal(group, outcome.result);
}

type Kind = ProposalRequest["kind"];

/** Asks for a proposal, part by part, under the title; a line that was clicked answers what it can. @throws Cancelled */
export async function askProposal(
  app: Chainside,
  group: ChainGroup,
  target: Target,
  title = vscode.l10n.t("Create Proposal"),
): Promise<ProposalRequest> {
  const { proposals } = await import("../../../operations/committee/committee");
  // Those that fit the clicked line of the Governance view; all of them elsewhere.
  const fitting = target.proposalKinds ?? (Object.keys(proposals) as Kind[]);
  const [only] = fitting;
  const kind =
    fitting.length === 1 && only
      ? only
      : await askChoice(
          fitting.map((value): Choice<Kind> => ({ label: proposalKindText(value), value })),
          { title, placeHolder: vscode.l10n.t("Select what to propose") },
        );
  // The compiler doesn't relate the kind to the fields that its operation reads.
  const proposing = proposals[kind] as Proposing<Fields>;
  const asked = { app, group, target, title: `${title} · ${proposalKindText(kind)}`, afresh: true } as const;
  return proposing.request((await askFields(asked, neededFields(proposing.fields))).values);
}
