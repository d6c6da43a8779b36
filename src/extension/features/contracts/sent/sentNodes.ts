import * as vscode from "vscode";
import { type GroupedNode, groupLine, leaf } from "../../../flows/lines/groupNode";
import type { SentNode } from "../../../flows/sent/askSent";
import { shortHex } from "../../../kit/text/shortHex";
import { messageNode } from "../../../kit/tree/messageNode";
import type { TreeNode } from "../../../kit/tree/treeNode";
import type { Chainside } from "../../../state/chainside";
import type { ChainGroup } from "../../../state/connections/chainGroup";
import type { SentOutcome, SentTransaction } from "../../../state/history/sentTransaction";

/** `block 12`, `failed in block 12 (16)`: what came of it, short. */
function outcomeText(outcome: SentOutcome): string {
  switch (outcome.kind) {
    case "open":
      return vscode.l10n.t("no result yet");
    case "refused":
      return vscode.l10n.t("refused ({0})", outcome.code);
    case "done":
      return outcome.status === 0
        ? vscode.l10n.t("block {0}", outcome.block)
        : vscode.l10n.t("failed in block {0} ({1})", outcome.block, outcome.status);
  }
}

function icon(outcome: SentOutcome): vscode.ThemeIcon {
  if (outcome.kind === "open") return new vscode.ThemeIcon("watch");
  return outcome.kind === "done" && outcome.status === 0
    ? new vscode.ThemeIcon("pass", new vscode.ThemeColor("testing.iconPassed"))
    : new vscode.ThemeIcon("error", new vscode.ThemeColor("testing.iconFailed"));
}

function timeText(time: number): string {
  const date = new Date(time);
  const today = date.toDateString() === new Date().toDateString();
  const language = vscode.env.language;
  return today ? date.toLocaleTimeString(language) : date.toLocaleString(language);
}

function sentNode(parent: GroupedNode, sent: SentTransaction): SentNode {
  const { group } = parent;
  const { hash, title, time, from, outcome, call, answer } = sent;
  const what = [call, answer].filter(Boolean).join(" → ");
  const result = outcomeText(outcome);
  const known = outcome.kind === "done";
  return leaf(
    parent,
    {
      id: hash,
      label: title,
      description: () => [what, result, timeText(time)].filter(Boolean).join(" · "),
      tooltip: [
        title,
        ...(what ? [what] : []),
        result,
        new Date(time).toLocaleString(vscode.env.language),
        hash,
        vscode.l10n.t("Signed by {0}", shortHex(from)),
      ].join("\n"),
      icon: icon(outcome),
      context: `sent ${known ? "mined" : "unmined"}`,
      copyText: hash,
      accessibleLabel: [title, what, result].filter(Boolean).join(", "),
      ...(known
        ? {
            command: {
              command: "chainside.showReceipt",
              title: vscode.l10n.t("Show Receipt"),
              arguments: [{ group, transactionHash: hash }],
            },
          }
        : {}),
    },
    { sent, transactionHash: hash },
  );
}

/** In the background: what it learns makes the list anew. */
async function settle(app: Chainside, group: ChainGroup): Promise<void> {
  const { settleSent } = await import("../../../state/history/settleSent");
  await settleSent(app, group).catch((error: unknown) => app.errors.log(error));
}

/** The section of the Contracts view with what was sent from here to this group. */
export function sentSection(app: Chainside, group: ChainGroup): TreeNode {
  return groupLine(undefined, group, {
    id: `contracts/${group.id}/sent`,
    label: vscode.l10n.t("Sent"),
    icon: "history",
    context: "sentSection",
    children: (node) => {
      const list = app.sent.list(group);
      if (list.some(({ outcome }) => outcome.kind === "open")) void settle(app, group);
      if (list.length > 0) return list.map((sent) => sentNode(node, sent));
      return [messageNode(node, vscode.l10n.t("No transactions sent from here yet."))];
    },
  });
}
