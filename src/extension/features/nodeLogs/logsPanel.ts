import { basename } from "node:path/posix";
import * as vscode from "vscode";
import type { NodeLogsProtocol as LogProgram } from "../../../nodeLogs/service/messages";
import { logsTexts } from "../../../pages/nodeLogs/logsTexts";
import { momentOf, rangeOf } from "../../../pages/nodeLogs/logTimes";
import { mebibyte } from "../../../text/limits/sizes";
import { visibleLine, visibleText } from "../../../text/visibleText";
import { minuteMs } from "../../../time/units";
import type {
  LineAt,
  LogsAnswer,
  LogsContent,
  NodeLogsProtocol,
  NodeLogsStart,
} from "../../../webview/nodeLogs/messages";
import { runCommand } from "../../kit/commands/commands";
import type { MadeTexts } from "../../kit/files/madeTexts";
import { PagePanel } from "../../kit/pages/pagePanel";
import { ServiceProcess } from "../../kit/processes/serviceProcess";
import type { Chainside } from "../../state/chainside";

/** The page of what logs of nodes tell. A process of its own reads them, which ends with the page. */
export class LogsPanel implements vscode.Disposable {
  readonly #page: PagePanel<NodeLogsProtocol>;
  readonly #program: ServiceProcess<LogProgram>;
  /** The files of the last answer. */
  #files: readonly string[] = [];

  constructor(
    app: Chainside,
    panel: vscode.WebviewPanel,
    private readonly content: LogsContent,
    private readonly excerpts: MadeTexts,
    onClosed: () => void,
  ) {
    this.#program = new ServiceProcess({
      ...app.logsProgram,
      name: "nodeLogs",
      environment: () => ({ CHAINSIDE_LOCALE: vscode.env.language }),
      warn: (text) => app.log.warn(text),
      idleMs: minuteMs,
      takesCancel: false,
      ended: (how) => new Error(vscode.l10n.t("The process that reads logs ended ({0}).", how)),
    });
    const start: NodeLogsStart = { content, texts: logsTexts() };
    this.#page = new PagePanel<NodeLogsProtocol>(
      app,
      panel,
      { name: "nodeLogs", title: vscode.l10n.t("Logs of {0}", content.title), start },
      {
        asks: { logs: (range, signal) => this.#analyze(rangeOf(range), signal) },
        says: { open: (at) => this.#open(at), charts: (range) => this.#charts(range) },
        closed: () => {
          this.#program.dispose();
          onClosed();
        },
      },
    );
  }

  reveal(): void {
    this.#page.reveal();
  }

  /** Shows another time on the page, as soon as it listens. */
  show(range: NonNullable<LogsContent["range"]>): void {
    this.#page.show("range", range);
  }

  async #analyze(range: LogsContent["range"], signal: AbortSignal): Promise<LogsAnswer> {
    let shown = 0;
    const order = { paths: this.content.paths, ...range };
    const { files, ...answer } = await this.#program.ask("analyze", order, {
      signal,
      tells: (bytes) => {
        const megabytes = Math.floor(bytes / mebibyte);
        if (megabytes > shown) this.#page.tell("read", megabytes);
        shown = megabytes;
      },
    });
    this.#files = files;
    return answer;
  }

  /** Opens a log at a line; of one that is packed or large, the lines around it. */
  async #open({ file, offset }: LineAt): Promise<void> {
    const path = this.#files[file];
    if (path === undefined || !Number.isSafeInteger(offset) || offset < 0) return;
    const { text, line, whole } = await this.#program.ask("excerpt", { path, offset });
    const name = `${visibleLine(basename(path.replaceAll("\\", "/")))} (${offset}).log`;
    const uri =
      whole === undefined
        ? this.excerpts.add(name, JSON.stringify([path, offset]), visibleText(text))
        : vscode.Uri.file(path);
    const place = new vscode.Range(whole ?? line, 0, whole ?? line, 0);
    await vscode.window.showTextDocument(uri, { selection: place, viewColumn: vscode.ViewColumn.Beside });
  }

  async #charts(range: unknown): Promise<void> {
    const wanted = rangeOf(range);
    if (wanted)
      await runCommand("chainside.openCharts", {
        kind: "range",
        from: momentOf(wanted.from),
        to: momentOf(wanted.to),
      });
  }

  dispose(): void {
    this.#page.dispose();
  }
}
