import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import type { TableChange, TableStart, ToTableHost, ToTablePage } from "../../webview/table/messages";
import type { Chainside } from "../app/chainside";
import { Cancelled } from "../asking/cancelled";
import type { ChainGroup } from "../connections/chainGroup";
import { tableTexts } from "./tableTexts";

const embeddable = (value: unknown): string => JSON.stringify(value).replaceAll("<", "\\u003c");

function html(webview: vscode.Webview, resources: vscode.Uri, start: TableStart): string {
  const nonce = randomBytes(16).toString("base64url");
  const uri = (name: string): string => webview.asWebviewUri(vscode.Uri.joinPath(resources, name)).toString();
  const policy = `default-src 'none'; style-src ${webview.cspSource}; script-src 'nonce-${nonce}'`;
  return `<!DOCTYPE html>
<html lang="${start.locale}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${uri("table.css")}">
<title>Chainside</title>
</head>
<body>
<script type="application/json" id="start" nonce="${nonce}">${embeddable(start)}</script>
<script nonce="${nonce}" src="${uri("table.js")}"></script>
</body>
</html>`;
}

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
    const resources = vscode.Uri.joinPath(app.context.extensionUri, "dist", "webview");
    this.#panel = vscode.window.createWebviewPanel("chainside.table", table, vscode.ViewColumn.Active, {
      enableScripts: true,
      localResourceRoots: [resources],
    });
    this.#panel.iconPath = vscode.Uri.joinPath(app.context.extensionUri, "media", "activity.svg");
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
    this.#panel.webview.html = html(this.#panel.webview, resources, {
      title: `${group.connection.name} · ${group.groupId}`,
      table: `/tables/${table}`,
      locale: vscode.env.language,
      writable: group.writable,
      texts: tableTexts(),
    });
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
      await vscode.env.clipboard.writeText(message.text);
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
      const note = await changeTable(this.app, this.group, this.table, change);
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
