import * as vscode from "vscode";
import type { TableChange, TableStart, ToTableHost, ToTablePage } from "../../../webview/table/messages";
import { Cancelled } from "../../kit/asking/cancelled";
import { copyText } from "../../kit/asking/notify";
import { openPage } from "../../kit/pages/openPage";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { requireWritable } from "../../state/connections/writableGroup";
import { tableTexts } from "./tableTexts";

/** One grid page: answers what it asks about its table, and signs the changes made in it. */
export class TablePanel implements vscode.Disposable {
  readonly #panel: vscode.WebviewPanel;
  readonly #subscriptions: vscode.Disposable[] = [];
  readonly #closing = new AbortController();

  constructor(
    private readonly app: Chainside,
    readonly group: ChainGroup,
    private readonly table: string,
    onClosed: () => void,
  ) {
    const start: TableStart = {
      title: `${group.connection.name} · ${group.groupId}`,
      table: `/tables/${table}`,
      locale: vscode.env.language,
      writable: group.writable,
      texts: tableTexts(),
    };
    this.#panel = openPage(app.context, { name: "table", title: table, start });
    this.#subscriptions.push(
      this.#panel.onDidDispose(() => {
        this.dispose();
        onClosed();
      }),
      this.#panel.webview.onDidReceiveMessage((message: ToTableHost) => this.#receive(message)),
      group.onDidChange((change) => {
        if (change === "height") this.#send({ type: "stale" });
      }),
      app.connections.onDidChange(() => {
        if (app.connections.findGroup(group.id) !== group)
          this.#send({ type: "disconnected", message: vscode.l10n.t("This chain is not connected any more.") });
      }),
    );
  }

  show(): void {
    this.#panel.reveal();
    this.#send({ type: "stale" });
  }

  #send(message: ToTablePage): void {
    void this.#panel.webview.postMessage(message);
  }

  async #receive(message: ToTableHost): Promise<void> {
    if (message.type === "copy") {
      await copyText(message.text);
      return;
    }
    try {
      if (message.type === "change") await this.#change(message.id, message.change);
      else {
        const { answerTableQuestion } = await import("./tableAnswers");
        const options = { signal: this.#closing.signal };
        const answer = await answerTableQuestion(this.group.session, this.table, message.question, options);
        this.#send({ type: "answer", id: message.id, answer });
      }
    } catch (error) {
      if (this.#closing.signal.aborted) return;
      this.app.errors.log(error);
      this.#send({ type: "failure", id: message.id, ...(await this.app.errors.words(error)) });
    }
  }

  async #change(id: number, change: TableChange): Promise<void> {
    const { changeTable } = await import("./changeTable");
    try {
      const note = await changeTable(this.app, requireWritable(this.group), this.table, change);
      this.#send({ type: "changed", id, done: true, note });
    } catch (error) {
      if (!(error instanceof Cancelled)) throw error;
      this.#send({ type: "changed", id, done: false, note: "" });
    }
  }

  dispose(): void {
    this.#closing.abort();
    vscode.Disposable.from(...this.#subscriptions).dispose();
    this.#panel.dispose();
  }
}
