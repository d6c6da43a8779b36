import * as vscode from "vscode";
import type { ResultFormat } from "../../../history/service/messages";
import { numberText } from "../../../text/formats";
import { fileName } from "../../../text/sourceNames";
import type {
  QueryResultProtocol,
  QueryResultStart,
  QueryResultTexts,
  ShownQuery,
} from "../../../webview/queryResult/messages";
import { requireGroup } from "../../flows/target/askGroup";
import { showProgress } from "../../kit/asking/progress";
import { runCommand } from "../../kit/commands/commands";
import { offeredFile } from "../../kit/files/workspaceFolder";
import { copyText, showInformation } from "../../kit/messages/notify";
import { PagePanel } from "../../kit/pages/pagePanel";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

/** The result page's words in the editor's language: a page has no translator of its own. */
function queryTexts(): QueryResultTexts {
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

/** A query that was run, and where: all that its page shows. */
export type QueryContent = ShownQuery;

/** Rows of a page; a file gets all. */
const maxRows = 5000;

/** Each is the ending of its files, too. */
const formats: readonly ResultFormat[] = ["csv", "jsonl", "parquet"];

/** The page of a query's result. */
export class QueryPanel implements vscode.Disposable {
  readonly #page: PagePanel<QueryResultProtocol>;
  #content: QueryContent;

  constructor(
    private readonly app: Chainside,
    panel: vscode.WebviewPanel,
    content: QueryContent,
    onClosed: () => void,
  ) {
    this.#content = content;
    const start: QueryResultStart = { content, texts: queryTexts() };
    this.#page = new PagePanel<QueryResultProtocol>(
      app,
      panel,
      { name: "queryResult", title: vscode.l10n.t("Result of {0}", content.name), start },
      {
        asks: {
          result: (_, signal) => {
            const { sql, parameters } = this.#content;
            return app.indexes.ask(this.#group, "query", { sql, parameters, max: maxRows }, signal);
          },
        },
        says: {
          copy: copyText,
          keep: (chart) => this.#keep(chart),
          save: (format) => this.#save(format),
          open: (what) => this.#open(what),
        },
        ready: () => this.#page.tell("run", this.#content),
        closed: onClosed,
      },
    );
  }

  /** @throws ChainError usage `notConnected` */
  get #group(): ChainGroup {
    return requireGroup(this.app, this.#content.groupId);
  }

  reveal(): void {
    this.#page.reveal();
  }

  /** Shows what the query gives now; a page that doesn't listen yet is told when it does. */
  run(content: QueryContent): void {
    this.#content = content;
    this.#page.tell("run", content);
  }

  async #open({ what, key }: QueryResultProtocol["says"]["open"]): Promise<void> {
    const group = this.#group;
    if (what === "block") await runCommand("chainside.showBlock", { kind: "block", block: key, group });
    else if (what === "address") await runCommand("chainside.showAddress", { kind: "contract", address: key, group });
    else await runCommand("chainside.showTransaction", { kind: "transaction", hash: key, group });
  }

  /** As a line of a notebook. Values that were asked for stand above it. */
  async #keep(chart: QueryResultProtocol["says"]["keep"]): Promise<void> {
    const { sqlLine } = await import("../../../chain/notebook/sqlText");
    const { addRequest } = await import("../../flows/notebook/addCell");
    const { sql, parameters } = this.#content;
    const line = sqlLine(sql, parameters, chart === "bars" || chart === "line" ? chart : undefined);
    await addRequest(this.app, this.#group, line);
  }

  /** Writes all rows into a file that the user names; nothing when they go back on it. */
  async #save(format: QueryResultProtocol["says"]["save"]): Promise<void> {
    if (!formats.includes(format)) return;
    const file = `${fileName(this.#content.name.replace(/\.chain\.sql$/, "")) || "result"}.${format}`;
    const uri = await vscode.window.showSaveDialog({
      ...offeredFile(file),
      filters: { [format.toUpperCase()]: [format] },
      title: vscode.l10n.t("Export Result"),
    });
    if (!uri) return;
    const { sql, parameters } = this.#content;
    const order = { sql, parameters, to: uri.fsPath, format };
    const title = vscode.l10n.t("Exporting the result");
    const rows = await showProgress(
      { location: vscode.ProgressLocation.Notification, title, cancellable: true },
      (_, signal) => this.app.indexes.ask(this.#group, "write", order, signal),
    );
    const name = vscode.workspace.asRelativePath(uri);
    void showInformation(vscode.l10n.t("{0} rows in {1}.", numberText(rows), name));
  }

  dispose(): void {
    this.#page.dispose();
  }
}
