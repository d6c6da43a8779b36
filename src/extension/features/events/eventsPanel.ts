import * as vscode from "vscode";
import type { EventsFilter, EventsProtocol, EventsStart } from "../../../webview/events/messages";
import { copyText } from "../../kit/asking/notify";
import { PagePanel } from "../../kit/pages/pagePanel";
import type { Chainside } from "../../state/chainside";
import { type EventsContent, EventsReading } from "./eventsReading";
import { eventsTexts } from "./eventsTexts";
import { saveEvents } from "./saveEvents";

/** One page of events: shows what its reading finds, and takes the user's wishes to it. */
export class EventsPanel implements vscode.Disposable {
  readonly #page: PagePanel<EventsProtocol>;
  readonly #reading: EventsReading;

  constructor(
    private readonly app: Chainside,
    panel: vscode.WebviewPanel,
    private readonly content: EventsContent,
    onClosed: () => void,
  ) {
    const { subject, place } = content;
    const start: EventsStart = { subject, place, locale: vscode.env.language, texts: eventsTexts() };
    const reading = new EventsReading(app, content, {
      get visible() {
        return panel.visible;
      },
      tell: (name, value) => this.#page.tell(name, value),
    });
    this.#reading = reading;
    const following = app.connections.onDidChange(() => reading.followConnection());
    const title = vscode.l10n.t("Events of {0}", subject.name || vscode.l10n.t("all contracts"));
    this.#page = new PagePanel<EventsProtocol>(
      app,
      panel,
      { name: "events", title, start },
      {
        asks: {},
        says: {
          apply: (filter) => reading.apply(filter),
          pause: (paused) => reading.pause(paused),
          clear: () => reading.clear(),
          older: () => reading.older(),
          stopHistory: () => reading.stopHistory(),
          open: (what) => this.#open(what),
          copy: copyText,
          save: ({ format, text }) => saveEvents(subject.name, format, text),
          choose: () => vscode.commands.executeCommand("chainside.findEvents"),
        },
        ready: () => {
          reading.sendAll();
          reading.run();
        },
        // A page that comes back is made anew and says itself when it listens.
        seen: (visible) => {
          if (!visible) reading.halt();
        },
        closed: () => {
          reading.halt();
          following.dispose();
          onClosed();
        },
      },
    );
  }

  reveal(): void {
    this.#page.reveal();
  }

  /** Shows another choice of events. */
  async choose(filter: EventsFilter): Promise<void> {
    await this.#reading.apply(filter);
  }

  async #open({ what, key }: EventsProtocol["says"]["open"]): Promise<void> {
    const group = this.app.connections.findGroup(this.content.subject.groupId);
    if (!group) return;
    if (what === "block") await vscode.commands.executeCommand("chainside.showBlock", { group, blockNumber: key });
    else if (what === "address") await vscode.commands.executeCommand("chainside.showAddress", { group, address: key });
    else await vscode.commands.executeCommand("chainside.showTransaction", { group, transactionHash: key });
  }

  dispose(): void {
    this.#page.dispose();
  }
}
