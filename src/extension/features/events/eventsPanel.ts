import * as vscode from "vscode";
import type { EventsFilter, EventsStart, ToEventsHost } from "../../../webview/events/messages";
import { copyText } from "../../kit/asking/notify";
import { fillPage } from "../../kit/pages/openPage";
import type { Chainside } from "../../state/chainside";
import { type EventsContent, EventsReading } from "./eventsReading";
import { eventsTexts } from "./eventsTexts";
import { saveEvents } from "./saveEvents";

/** One page of events: shows what its reading finds, and takes the user's wishes to it. */
export class EventsPanel implements vscode.Disposable {
  readonly #subscriptions: vscode.Disposable[] = [];
  readonly #reading: EventsReading;

  constructor(
    private readonly app: Chainside,
    private readonly panel: vscode.WebviewPanel,
    private readonly content: EventsContent,
    onClosed: () => void,
  ) {
    const { subject, place } = content;
    const start: EventsStart = { subject, place, locale: vscode.env.language, texts: eventsTexts() };
    const reading = new EventsReading(app, content, {
      get visible() {
        return panel.visible;
      },
      send: (message) => void panel.webview.postMessage(message),
    });
    this.#reading = reading;
    this.#subscriptions.push(
      panel.onDidDispose(() => {
        this.dispose();
        onClosed();
      }),
      panel.webview.onDidReceiveMessage((message: ToEventsHost) => this.#receive(message)),
      // A page that comes back is made anew and says itself when it listens.
      panel.onDidChangeViewState(() => {
        if (!panel.visible) reading.halt();
      }),
      app.connections.onDidChange(() => reading.followConnection()),
    );
    const title = vscode.l10n.t("Events of {0}", subject.name || vscode.l10n.t("all contracts"));
    fillPage(app.context, panel, { name: "events", title, start });
  }

  /** Comes to the front, with another choice of events if one is given. */
  async show(filter: EventsFilter | undefined): Promise<void> {
    this.panel.reveal();
    if (filter) await this.#reading.apply(filter);
  }

  async #receive(message: ToEventsHost): Promise<void> {
    try {
      await this.#answer(message);
    } catch (error) {
      await this.app.errors.show(error);
    }
  }

  async #answer(message: ToEventsHost): Promise<void> {
    switch (message.type) {
      case "ready":
        this.#reading.sendAll();
        this.#reading.run();
        return;
      case "apply":
        return this.#reading.apply(message.filter);
      case "pause":
        return this.#reading.pause(message.paused);
      case "clear":
        return this.#reading.clear();
      case "older":
        return this.#reading.older();
      case "stopHistory":
        return this.#reading.stopHistory();
      case "open":
        return this.#open(message.what, message.key);
      case "copy":
        await copyText(message.text);
        return;
      case "save":
        return saveEvents(this.content.subject.name, message.format, message.text);
      case "choose":
        await vscode.commands.executeCommand("chainside.findEvents");
    }
  }

  async #open(what: "block" | "transaction" | "address", key: string): Promise<void> {
    const group = this.app.connections.findGroup(this.content.subject.groupId);
    if (!group) return;
    if (what === "block") await vscode.commands.executeCommand("chainside.showBlock", { group, blockNumber: key });
    else if (what === "address") await vscode.commands.executeCommand("chainside.showAddress", { group, address: key });
    else await vscode.commands.executeCommand("chainside.showTransaction", { group, transactionHash: key });
  }

  dispose(): void {
    this.#reading.halt();
    vscode.Disposable.from(...this.#subscriptions).dispose();
    this.panel.dispose();
  }
}
