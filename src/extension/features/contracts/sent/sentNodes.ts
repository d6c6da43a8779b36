import * as vscode from "vscode";
import { dateTimeText, recentTimeText } from "../../../../text/formats";
import { clauses } from "../../../../text/joining";
import { accountName } from "../../../flows/accounts/accountName";
import { type GroupedNode, groupLine, itemLine } from "../../../flows/lines/groupNode";
import { outcomeIcon, outcomeText } from "../../../flows/sent/askSent";
import { commandOf } from "../../../kit/commands/commands";
import { messageNode } from "../../../kit/tree/line";
import type { TreeNode } from "../../../kit/tree/treeNode";
import type { Chainside } from "../../../state/chainside";
import type { ChainGroup } from "../../../state/connections/chainGroup";
import type { SentOutcome, SentTransaction } from "../../../state/history/sentTransactions";

function icon(outcome: SentOutcome): vscode.ThemeIcon {
  const name = outcomeIcon(outcome);
  if (name === "watch") return new vscode.ThemeIcon(name);
  return new vscode.ThemeIcon(
    name,
    new vscode.ThemeColor(name === "pass" ? "testing.iconPassed" : "testing.iconFailed"),
  );
}

function sentNode(app: Chainside, parent: GroupedNode, sent: SentTransaction): GroupedNode {
  const { group } = parent;
  const { hash, title, time, from, outcome, call, answer } = sent;
  const what = [call, answer].filter(Boolean).join(" → ");
  const result = outcomeText(outcome);
  const known = outcome.kind === "done";
  const target = { kind: "transaction", hash, sent, group } as const;
  return itemLine(parent, {
    target,
    id: hash,
    label: title,
    description: () => [what, result, recentTimeText(time)].filter(Boolean).join(" · "),
    tooltip: [
      title,
      ...(what ? [what] : []),
      result,
      dateTimeText(time),
      hash,
      vscode.l10n.t("Signed by {0}", accountName(app, from)),
    ].join("\n"),
    icon: icon(outcome),
    context: known ? ["sent", "mined"] : ["sent"],
    copyText: hash,
    accessibleLabel: clauses([title, what, result]),
    ...(known ? { command: commandOf("chainside.showReceipt", vscode.l10n.t("Show Receipt"), target) } : {}),
  });
}

/** In the background: what it learns makes the list anew. */
async function settle(app: Chainside, group: ChainGroup): Promise<void> {
  const { settleSent } = await import("../../../flows/sent/settleSent");
  await settleSent(app, group).catch((error: unknown) => app.errors.log(error));
}

/** The section of the Contracts view with what was sent from here to this group. */
export function sentSection(app: Chainside, group: ChainGroup): TreeNode {
  return groupLine(undefined, group, {
    id: `contracts/${group.id}/sent`,
    label: vscode.l10n.t("Sent"),
    icon: "history",
    context: ["sentSection"],
    children: (node) => {
      const list = app.sent.list(group);
      if (list.some(({ outcome }) => outcome.kind === "open")) void settle(app, group);
      if (list.length > 0) return list.map((sent) => sentNode(app, node, sent));
      return [messageNode(node, vscode.l10n.t("No transactions sent from here yet."))];
    },
  });
}
