import * as vscode from "vscode";
import { type Governor, getCommitteeInfo } from "../../../chain/services/governance/committee";
import {
  committeeAfter,
  committeeOutlook,
  type VotingRules,
} from "../../../chain/services/governance/committeeOutlook";
import { askProposal } from "../../flows/propose/askProposal";
import { proposalConsequences } from "../../flows/propose/proposalConsequences";
import type { Target } from "../../flows/target/target";
import { showInformation } from "../../kit/asking/notify";
import { accountLabel } from "../../state/accounts/accountName";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

/** What a committee can do, in sentences. */
export function outlookLines(app: Chainside, rules: VotingRules): readonly string[] {
  const { total, needed, passAlone, blockAlone } = committeeOutlook(rules);
  const names = (governors: readonly Governor[]): string =>
    governors.length === 0
      ? vscode.l10n.t("no one")
      : governors.map(({ address }) => accountLabel(app, address)).join(vscode.l10n.t(", "));
  return [
    vscode.l10n.t("Weight that must vote: {0} of {1}", needed, total),
    vscode.l10n.t("Participating weight that must agree: {0}%", rules.winRate),
    vscode.l10n.t("Can pass a proposal alone: {0}", names(passAlone)),
    vscode.l10n.t("Can block every proposal by not voting: {0}", names(blockAlone)),
  ];
}

/** Asks for a change of members, weights or rates, and shows what the committee could do after it. Proposes nothing. */
export async function committeeWhatIf(app: Chainside, group: ChainGroup, target: Target): Promise<void> {
  const request = await askProposal(
    app,
    group,
    { ...target, proposalKinds: ["setGovernorWeight", "setRate"] },
    vscode.l10n.t("What Would It Take"),
  );
  const before = await getCommitteeInfo(group.session);
  const account = app.accounts.active(group);
  const { warnings } = account
    ? await proposalConsequences(app, group, request, account.address)
    : { warnings: [] as readonly string[] };
  const after = outlookLines(app, committeeAfter(before, request));
  const now = outlookLines(app, before);
  const detail = [
    ...after.map((line, index) =>
      line === now[index] ? line : `${line} ← ${vscode.l10n.t("now: {0}", now[index] ?? "")}`,
    ),
    ...(warnings.length > 0 ? ["", ...warnings] : []),
  ].join("\n");
  await showInformation(vscode.l10n.t("The committee after this change"), { modal: true, detail });
}
