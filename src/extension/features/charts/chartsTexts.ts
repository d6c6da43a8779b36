import * as vscode from "vscode";
import type { ChartsTexts } from "../../../webview/charts/messages";

/** The charts page's words in the editor's language: a page has no translator of its own. */
export function chartsTexts(): ChartsTexts {
  const { t } = vscode.l10n;
  return {
    heading: t("Charts"),
    noIndex: t(
      "Charts show transactions, failures, block intervals, and gas over any time. They're made of an index of the group, and it has none yet.",
    ),
    makeIndex: t("Index This Group"),
    empty: t("The index has no blocks yet."),
    range: t("Time range"),
    all: t("All"),
    hour: t("Last hour"),
    day: t("Last day"),
    week: t("Last week"),
    month: t("Last 30 days"),
    from: t("From"),
    to: t("To"),
    show: t("Show"),
    every: t("From {0} to {1}, in intervals of {2}"),
    values: t("Values"),
    spoken: t("{0} from {1} to {2}, {3} intervals. The table below has the same values."),
    time: t("Time"),
    transactionsAndFailures: t("Transactions and failures"),
    transactions: t("Transactions"),
    failed: t("Failed"),
    interval: t("Block interval"),
    average: t("Average (s)"),
    longest: t("Longest (s)"),
    perBlock: t("Transactions per block"),
    gas: t("Gas used"),
    seconds: t("{0} s"),
    minutes: t("{0} min"),
    hours: t("{0} h"),
    days: t("{0} d"),
  };
}
