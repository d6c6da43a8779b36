import * as vscode from "vscode";
import { getPendingTxSize } from "../../../chain/rpc/transactions";
import { shortHex } from "../../../text/shortText";
import { type GroupedNode, itemLine } from "../../flows/lines/groupNode";
import type { Settled } from "../../flows/sent/settleSent";

function waitingNode(parent: GroupedNode, hash: string, what: string): GroupedNode {
  return itemLine(parent, {
    target: { kind: "transaction", hash },
    id: hash,
    label: what,
    description: `${shortHex(hash)} · ${vscode.l10n.t("sent from here, outcome unknown")}`,
    tooltip: hash,
    icon: "loading~spin",
    context: ["transaction"],
    copyText: hash,
  });
}

/**
 * How many transactions wait in the pool (a node tells no more of them), and those that were sent from here and of which nothing is
 * known yet.
 */
export async function pendingNodes(app: Settled, parent: GroupedNode): Promise<readonly GroupedNode[]> {
  const { group } = parent;
  const { settleSent } = await import("../../flows/sent/settleSent");
  const [count] = await Promise.all([getPendingTxSize(group.session.client), settleSent(app, group)]);
  const label =
    count === 0
      ? vscode.l10n.t("No pending transactions")
      : count === 1
        ? vscode.l10n.t("1 pending transaction")
        : vscode.l10n.t("{0} pending transactions", count);
  return [
    itemLine(parent, {
      id: "(count)",
      label,
      icon: count === 0 ? "check" : "watch",
      tooltip: vscode.l10n.t("A node reports only the number of transactions in its pool, not the transactions."),
    }),
    ...app.sent
      .list(group)
      .filter(({ outcome }) => outcome.kind === "open")
      .map(({ hash, title }) => waitingNode(parent, hash, title)),
  ];
}
