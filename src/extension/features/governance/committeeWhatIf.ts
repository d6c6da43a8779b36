import * as vscode from "vscode";
import { type Governor, getCommitteeInfo } from "../../../chain/services/governance/committee";
import {
  committeeAfter,
  committeeOutlook,
  type VotingRules,
} from "../../../chain/services/governance/committeeOutlook";
import { errorSentence } from "../../../errors/errorText";
import { proposalConsequences } from "../../../operations/consequences/proposalConsequences";
import { labelled, listed } from "../../../text/joining";
import { accountLabel } from "../../flows/accounts/accountName";
import { operationContext } from "../../flows/operations/operationContext";
import { askProposal } from "../../flows/propose/askProposal";
import type { Target } from "../../kit/commands/target";
import { showInformation } from "../../kit/messages/notify";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

/** What a committee can do: names and values, in the same order for every committee. */
function outlook(app: Chainside, rules: VotingRules): readonly (readonly [name: string, value: string])[] {
  const { total, needed, passAlone, blockAlone } = committeeOutlook(rules);
  const names = (governors: readonly Governor[]): string =>
    governors.length === 0
      ? vscode.l10n.t("no one")
      : listed(governors.map(({ address }) => accountLabel(app, address)));
  return [
    [vscode.l10n.t("Weight that must vote"), vscode.l10n.t("at least {0} of {1}", needed, total)],
    [vscode.l10n.t("Participating weight that must agree"), vscode.l10n.t("at least {0}%", rules.winRate)],
    [vscode.l10n.t("Can pass a proposal alone"), names(passAlone)],
    [vscode.l10n.t("Can block every proposal by not voting"), names(blockAlone)],
  ];
}

/** Asks for a change of members, weights or rates, and shows what the committee could do after it. Proposes nothing. */
export async function committeeWhatIf(app: Chainside, group: ChainGroup, target: Target): Promise<void> {
  const request = await askProposal(
    app,
    group,
    { ...target, proposalKinds: ["setGovernorWeight", "setRate"] },
    vscode.l10n.t("What This Decision Needs"),
  );
  const before = await getCommitteeInfo(group.session);
  const account = app.accounts.active(group);
  const { warnings: consequences = [], blocked } = account
    ? await proposalConsequences(operationContext(app, group), request, account.address)
    : {};
  const warnings = [...(blocked ? [await errorSentence(blocked)] : []), ...consequences];
  const now = outlook(app, before);
  const detail = [
    ...outlook(app, committeeAfter(before, request)).map(([name, after], index) => {
      const [, value = after] = now[index] ?? [];
      return labelled(name, value === after ? after : vscode.l10n.t("{0} before → {1} after", value, after));
    }),
    ...(warnings.length > 0 ? ["", ...warnings] : []),
  ].join("\n");
  await showInformation(vscode.l10n.t("The committee after this change"), { modal: true, detail });
}
