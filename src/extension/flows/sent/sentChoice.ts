import * as vscode from "vscode";
import { dateTimeText } from "../../../text/formats";
import type { Choice } from "../../kit/asking/ask";
import type { SentOutcome, SentTransaction } from "../../state/history/sentTransaction";

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
