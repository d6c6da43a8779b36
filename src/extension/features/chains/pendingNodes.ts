import * as vscode from "vscode";
import { getPendingTxSize } from "../../../chain/rpc/getPendingTxSize";
import { getTransactionReceipt } from "../../../chain/rpc/getTransactionReceipt";
import { shortHex } from "../../../text/shortHex";
import { type GroupedNode, itemLine } from "../../flows/lines/groupNode";
import type { SentTransaction } from "../../state/history/sentTransaction";
import type { SentTransactions } from "../../state/history/sentTransactions";

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

/** Looks whether a transaction is in a block meanwhile, and remembers it. Without a receipt, or without an answer, it stays open. */
async function settle(parent: GroupedNode, sent: SentTransactions, open: SentTransaction): Promise<void> {
  const { group } = parent;
  const receipt = await getTransactionReceipt(group.session.client, open.hash).catch(() => undefined);
  if (!receipt) return;
  const { status, blockNumber, contractAddress } = receipt;
  const outcome = {
    kind: "done",
    status,
    block: blockNumber,
    ...(contractAddress ? { contractAddress } : {}),
  } as const;
  await sent.remember(group, { ...open, outcome });
}

/**
 * How many transactions wait in the pool (a node tells no more of them), and those that were sent from here and of which nothing is
 * known yet.
 */
export async function pendingNodes(parent: GroupedNode, sent: SentTransactions): Promise<readonly GroupedNode[]> {
  const { group } = parent;
  const isOpen = ({ outcome }: SentTransaction): boolean => outcome.kind === "open";
  const [count] = await Promise.all([
    getPendingTxSize(group.session.client),
    ...sent
      .list(group)
      .filter(isOpen)
      .map((each) => settle(parent, sent, each)),
  ]);
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
    ...sent
      .list(group)
      .filter(isOpen)
      .map(({ hash, title }) => waitingNode(parent, hash, title)),
  ];
}
