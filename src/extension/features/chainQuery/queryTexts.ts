import * as vscode from "vscode";
import type { QueryResultTexts } from "../../../webview/queryResult/messages";

/** The result page's words in the editor's language: a page has no translator of its own. */
export function queryTexts(): QueryResultTexts {
  const { t } = vscode.l10n;
  return {
    running: t("Running…"),
    cancel: t("Cancel"),
    again: t("Run Again"),
    rows: t("{0} rows in {1} ms"),
    more: t("The first {0} rows, in {1} ms. Export has all."),
    found: t("{0} of {1} rows"),
    none: t("No rows."),
    find: t("Find in result"),
    copy: t("Copy"),
    addToNotebook: t("Add to Notebook"),
    exportCsv: t("Export CSV"),
    exportJsonLines: t("Export JSON Lines"),
    exportParquet: t("Export Parquet"),
    earlier: t("Previous"),
    later: t("Next"),
    sortBy: t("Sort by {0}"),
    chart: t("Chart"),
    noChart: t("None"),
    bars: t("Bars"),
    line: t("Line chart"),
    across: t("Across"),
    values: t("Values"),
    logScale: t("Logarithmic Scale"),
    wholeChart: t("Reset Zoom"),
    chartSpoken: t("Chart of {0} across {1}, {2} points. The table below has the same values."),
    chartCut: t("The chart shows the first {0} rows."),
    canceled: t("Canceled."),
  };
}
