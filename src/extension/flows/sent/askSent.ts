import * as vscode from "vscode";
import { getTransaction } from "../../../chain/rpc/transactions";
import type { Hex } from "../../../crypto/bytes/hex";
import { dateTimeText } from "../../../text/formats";
import { askChoice, type Choice } from "../../kit/asking/ask";
import type { Target } from "../../kit/commands/target";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import type { SentOutcome, SentTransaction } from "../../state/history/sentTransactions";

/** `block 12`, `failed in block 12 (16)`: what came of it, short. */
export function outcomeText(outcome: SentOutcome): string {
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

/** The icon of what came of it, wherever the transaction is shown. */
export function outcomeIcon(outcome: SentOutcome): "watch" | "pass" | "error" {
  if (outcome.kind === "open") return "watch";
  return outcome.kind === "done" && outcome.status === 0 ? "pass" : "error";
}

/** A transaction that was sent from here as a line to choose: what it was, what came of it, and when. */
export function sentChoice(sent: SentTransaction): Choice<SentTransaction> {
  const { title, outcome, call, time, hash } = sent;
  return {
    label: `$(${outcomeIcon(outcome)}) ${title}`,
    description: [call, outcomeText(outcome), dateTimeText(time)].filter(Boolean).join(" · "),
    detail: hash,
    value: sent,
  };
}

/** The clicked transaction, else the one that the user chooses. @throws Cancelled */
export async function askSent(
  app: Chainside,
  group: ChainGroup,
  target: Target,
  title: string,
): Promise<SentTransaction> {
  if (target.kind === "transaction" && target.sent) return target.sent;
  return askChoice(app.sent.list(group).map(sentChoice), { title, placeHolder: vscode.l10n.t("Select a transaction") });
}

/** What was signed: remembered, else asked of the chain. @throws ChainError when the chain does not have it either. */
export async function dataOf(
  group: ChainGroup,
  { data, hash, to }: SentTransaction,
): Promise<{ data: Hex; abi: string }> {
  // Of a deployment the chain also keeps the ABI that went along.
  if (data !== undefined && to !== "") return { data, abi: "" };
  const { input, abi } = await getTransaction(group.session.client, hash);
  return { data: input, abi };
}
