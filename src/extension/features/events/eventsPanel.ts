import * as vscode from "vscode";
import { fileName } from "../../../text/sourceNames";
import type { EventsFilter, EventsProtocol, EventsStart, EventsTexts } from "../../../webview/events/messages";
import { requireGroup } from "../../flows/target/askGroup";
import { runCommand } from "../../kit/commands/commands";
import { offeredFile } from "../../kit/files/workspaceFolder";
import { saveChosen } from "../../kit/files/writeFile";
import { copyText } from "../../kit/messages/notify";
import { PagePanel } from "../../kit/pages/pagePanel";
import type { Chainside } from "../../state/chainside";
import { type EventsContent, EventsReading } from "./eventsReading";

/** The events page's words in the editor's language: a page has no translator of its own. */
function eventsTexts(): EventsTexts {
  const { t } = vscode.l10n;
  return {
    allContracts: t("All contracts"),
    chooseContract: t("Select Contract…"),
    events: t("Events"),
    allEvents: t("all"),
    eventCount: t("{0} selected"),
    any: t("any"),
    hashHint: t("The event contains only a hash of this value. Enter the text, or its hash as 0x and 64 hex digits"),
    alternativesHint: t("One value, or several values separated by commas"),
    fromBlock: t("From Block"),
    toBlock: t("To Block"),
    openEnd: t("live"),
    apply: t("Show"),
    pause: t("Pause"),
    resume: t("Resume"),
    clear: t("Clear"),
    exportJson: t("Export JSON"),
    exportCsv: t("Export CSV"),
    find: t("Find in events"),
    block: t("Block"),
    event: t("Event"),
    contract: t("Contract"),
    transaction: t("Transaction"),
    position: t("Log index in the transaction"),
    data: t("Data"),
    topic: t("Topic"),
    copy: t("Copy"),
    details: t("Details"),
    rowCount: t("{0} events"),
    rowCountFound: t("{0} of {1} events"),
    noRows: t("No events."),
    reading: t("Searching: {0} of {1} blocks…"),
    stop: t("Stop"),
    older: t("Search Further Back"),
    lookedFrom: t("searched from block {0} on"),
    hashed: t("hash"),
    unknown: t("unknown event"),
    live: {
      connecting: t("connecting"),
      push: t("live, pushed by the node"),
      poll: t("live, by polling the node"),
      paused: t("paused"),
      ended: t("all blocks in the range searched"),
      failing: t("no response, trying again"),
      disconnected: t("not connected"),
    },
  };
}

/** Writes exported events where the user says; nothing when they go back on it. */
async function saveEvents(name: string, format: "json" | "csv", text: string): Promise<void> {
  const file = `${fileName(name) || "all"}-events.${format}`;
  const uri = await vscode.window.showSaveDialog({
    ...offeredFile(file),
    filters: { [format.toUpperCase()]: [format] },
    title: vscode.l10n.t("Export Events"),
  });
  if (uri) await saveChosen(uri, text);
}

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
    const start: EventsStart = { subject, place, texts: eventsTexts() };
    const reading = new EventsReading(app, content, {
      isVisible: () => this.#page.visible,
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
          choose: () => this.#choose(),
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

  /** Of the chain that the page shows, whichever one commands mean. */
  async #choose(): Promise<void> {
    const group = requireGroup(this.app, this.content.subject.groupId);
    await runCommand("chainside.findEvents", { kind: "group", group });
  }

  async #open({ what, key }: EventsProtocol["says"]["open"]): Promise<void> {
    const group = requireGroup(this.app, this.content.subject.groupId);
    if (what === "block") await runCommand("chainside.showBlock", { kind: "block", block: key, group });
    else if (what === "address") await runCommand("chainside.showAddress", { kind: "contract", address: key, group });
    else await runCommand("chainside.showTransaction", { kind: "transaction", hash: key, group });
  }

  dispose(): void {
    this.#page.dispose();
  }
}
