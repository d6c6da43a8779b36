import { t } from "../../text/catalogue";
import type { NodeLogsTexts } from "../../webview/nodeLogs/messages";

/** The page's words in the editor's language: a page has no translator of its own. */
export function logsTexts(): NodeLogsTexts {
  return {
    heading: t("Logs of nodes"),
    from: t("From"),
    to: t("To"),
    show: t("Show"),
    all: t("All"),
    zoomHint: t("Drag over a chart to zoom in."),
    charts: t("Charts of This Time"),
    reading: t("Reading logs: {0} MB…"),
    cancel: t("Cancel"),
    canceled: t("Canceled."),
    none: t("No log of a node lies there in this time."),
    time: t("Time"),
    perStage: t("Time of a block by stage (ms)"),
    maxMs: t("Longest block (ms)"),
    transactionsAndFailures: t("Transactions and failures"),
    transactions: t("Transactions"),
    failed: t("Failed"),
    values: t("Values"),
    logScale: t("Logarithmic Scale"),
    wholeChart: t("Reset Zoom"),
    spoken: t("{0} from {1} to {2}, {3} intervals. The table below has the same values."),
    showLine: t("Show in Log"),
  };
}
