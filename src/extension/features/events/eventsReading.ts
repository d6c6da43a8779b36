import * as vscode from "vscode";
import { isHashedInTopic } from "../../../chain/abi/abiType";
import { EventFeed, eventHistory, type FeedLog, type FeedState } from "../../../chain/events/eventFeed";
import type { LogFilter } from "../../../chain/rpc/logs";
import { EventCursor } from "../../../chain/transport/eventCursor";
import type {
  EventRow,
  EventsFilter,
  EventsPageState,
  EventsProtocol,
  EventsState,
} from "../../../webview/events/messages";
import { sentence } from "../../kit/errors/complaint";
import type { PagePanel } from "../../kit/pages/pagePanel";
import { setting } from "../../kit/settings/settings";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { decodeLog, type EventsContext, readEventsContext, readFilter } from "./eventsContext";

/** So many blocks back when no start is given, and with each further look. */
const blocksBack = 1000;
/** Further back is a deployment from here not looked for by itself. */
const farthestDeployment = 10_000;
/** Rows that are kept where new ones come: the oldest make room. What is looked for further back makes room for itself. */
const maxRows = 20_000;
const rowsAtOnce = 1000;

export type EventsContent = Pick<EventsPageState, "subject" | "place" | "filter">;

/** One look at the events of a chain: what is asked, and how far it has come. Outlives a connection, a pause and a hidden page. */
interface Look {
  readonly chainKey: string;
  readonly filter: LogFilter;
  readonly cursor: EventCursor;
  /** The history is to be read from here… */
  historyFrom: number;
  /** …to here, backwards; done when it is before `historyFrom`. */
  historyTo: number;
}

/** Who is told what was found. */
interface EventsListener {
  /** Nothing is asked while it is hidden. */
  isVisible(): boolean;
  tell: PagePanel<EventsProtocol>["tell"];
}

/** Reads the events of a chain for a page: history, then what is new; nothing while the page is hidden or paused. */
export class EventsReading {
  #filter: EventsFilter;
  #context: EventsContext | undefined;
  #look: Look | undefined;
  #feed: EventFeed | undefined;
  #reading: AbortController | undefined;
  #timer: NodeJS.Timeout | undefined;
  #rows: EventRow[] = [];
  #room = maxRows;
  #paused = false;
  #state: EventsState = { live: "connecting", problem: "" };
  /** Counts what is begun, so that what comes late of something given up is dropped. */
  #turn = 0;
  #decoding: Promise<void> = Promise.resolve();

  constructor(
    private readonly app: Chainside,
    private readonly content: EventsContent,
    private readonly page: EventsListener,
  ) {
    this.#filter = content.filter ?? { events: [], values: [], from: "", to: "" };
  }

  #note(change: Partial<EventsState>): void {
    this.#state = { ...this.#state, ...change };
    const { history: _, ...plain } = this.#state;
    if (!this.#reading) this.#state = plain;
    this.page.tell("state", this.#state);
  }

  /** All that a page must know that has just been made. */
  sendAll(): void {
    this.sendSetup();
    this.page.tell("rows", { rows: this.#rows.slice(0, rowsAtOnce), reset: true });
    for (let at = rowsAtOnce; at < this.#rows.length; at += rowsAtOnce) {
      this.page.tell("rows", { rows: this.#rows.slice(at, at + rowsAtOnce), reset: false });
    }
    this.#note({});
  }

  sendSetup(): void {
    const choices = (this.#context?.abi?.events ?? []).map(({ signature, name, inputs }) => ({
      signature,
      name,
      indexed: inputs
        .filter(({ indexed }) => indexed)
        .map((input) => ({ name: input.name, type: input.type, hashed: isHashedInTopic(input.shape) })),
    }));
    if (!this.#context) return;
    const address = this.#context.address;
    this.page.tell("setup", { address, choices, filter: this.#filter, paused: this.#paused });
  }

  /** Begins anew with another choice of events; a wrong one is told and changes nothing that is shown. */
  async apply(filter: EventsFilter): Promise<void> {
    this.#filter = filter;
    const context = this.#context;
    if (context) {
      const { problems } = await this.#readFilter(context);
      this.page.tell("checked", problems);
      if (Object.keys(problems).length > 0) return;
    }
    this.halt();
    this.#look = undefined;
    this.#rows = [];
    this.page.tell("rows", { rows: [], reset: true });
    this.run();
  }

  #readFilter(context: EventsContext): ReturnType<typeof readFilter> {
    return readFilter(this.#filter, context.abi, context.group.session, (error) => sentence(this.app, error));
  }

  pause(paused: boolean): void {
    this.#paused = paused;
    this.run();
  }

  clear(): void {
    this.#rows = [];
    this.page.tell("rows", { rows: [], reset: true });
  }

  /** Goes on with the history from here further back. */
  older(): void {
    if (!this.#look) return;
    this.#room = this.#rows.length + maxRows;
    this.#look.historyFrom = Math.max(0, this.#look.historyFrom - blocksBack);
    this.run();
  }

  stopHistory(): void {
    if (this.#look) this.#look.historyFrom = this.#look.historyTo + 1;
    this.run();
  }

  /** The chain was connected anew, or is another: what is asked goes to it. */
  followConnection(): void {
    if (this.app.connections.findGroup(this.content.subject.groupId) !== this.#context?.group) this.run();
  }

  /** Ends everything that asks. What was found and how far it came stays. */
  halt(): void {
    this.#turn += 1;
    this.#feed?.stop();
    this.#feed = undefined;
    this.#reading?.abort();
    this.#reading = undefined;
    clearInterval(this.#timer);
  }

  /** Brings what is asked in line with what is wanted now: page visible, not paused, chain connected. */
  run(): void {
    this.halt();
    if (!this.page.isVisible()) return;
    const group = this.app.connections.findGroup(this.content.subject.groupId);
    if (!group) {
      const problem = vscode.l10n.t("{0} isn't connected. The page continues once it's connected.", this.content.place);
      this.#note({ live: "disconnected", problem });
      return;
    }
    if (this.#paused) {
      this.#note({ live: "paused", problem: "" });
      return;
    }
    const turn = this.#turn;
    this.#begin(group, turn).catch(async (error: unknown) => {
      if (turn !== this.#turn) return;
      // Nothing is lost: the next look begins where this one stood.
      clearInterval(this.#timer);
      this.#timer = setInterval(() => this.run(), setting("refreshIntervalMs"));
      await this.#noteFailure(error, turn);
    });
  }

  async #noteFailure(error: unknown, turn: number): Promise<void> {
    this.app.errors.log(error);
    const problem = await sentence(this.app, error);
    if (turn === this.#turn) this.#note({ live: "failing", problem });
  }

  async #begin(group: ChainGroup, turn: number): Promise<void> {
    if (this.#context?.group !== group) {
      const context = await readEventsContext(this.app, this.content.subject, group);
      if (turn !== this.#turn) return;
      this.#context = context;
      this.sendSetup();
    }
    const found = this.#context;
    const height = await group.refreshHeight();
    if (turn !== this.#turn || !found) return;
    // A chain that began anew has none of these events.
    const newest = this.#rows.reduce((max, { block }) => Math.max(max, block), -1);
    if (this.#look && (this.#look.chainKey !== group.chainKey || newest > height)) {
      this.#look = undefined;
      this.#rows = [];
      this.page.tell("rows", { rows: [], reset: true });
    }
    this.#look ??= await this.#newLook(found, height);
    if (turn !== this.#turn || !this.#look) return;
    this.#note({ height, from: this.#look.historyTo + 1, problem: "" });
    this.#follow(found, this.#look, turn);
    if (this.#look.historyTo >= this.#look.historyFrom) await this.#readHistory(found, this.#look, turn);
  }

  /** Undefined when the filter is wrong: the page is told. */
  async #newLook(context: EventsContext, height: number): Promise<Look | undefined> {
    const { read, problems } = await this.#readFilter(context);
    this.page.tell("checked", problems);
    if (!read) return undefined;
    const { group, address } = context;
    const deployed = this.app.knownContracts.find(group, address)?.block;
    const near = deployed !== undefined && height - deployed <= farthestDeployment ? deployed : undefined;
    const from = read.from ?? near ?? Math.max(0, height - blocksBack + 1);
    const historyTo = Math.min(read.to ?? height, height);
    return {
      chainKey: group.chainKey,
      filter: {
        ...(address === "" ? {} : { addresses: [address] }),
        topics: read.topics,
        ...(read.to === undefined ? {} : { toBlock: read.to }),
      },
      cursor: new EventCursor(Math.max(from, historyTo + 1)),
      historyFrom: from,
      historyTo,
    };
  }

  #follow(context: EventsContext, look: Look, turn: number): void {
    const { group } = context;
    if (look.filter.toBlock !== undefined && look.cursor.from > look.filter.toBlock) {
      this.#note({ live: "ended" });
      return;
    }
    const feed = new EventFeed(
      { client: group.session.client, push: () => group.connection.push, height: () => group.refreshHeight() },
      look.filter,
      look.cursor,
      {
        onLogs: (logs) => this.#found(context, logs, look),
        onState: (state) => {
          if (turn === this.#turn) void this.#showFeed(group, state, turn);
        },
      },
    );
    this.#feed = feed;
    void feed.turn();
    this.#timer = setInterval(() => {
      if (group.height !== undefined && group.height !== this.#state.height) this.#note({ height: group.height });
      void feed.turn();
    }, setting("refreshIntervalMs"));
  }

  async #showFeed(group: ChainGroup, state: FeedState, turn: number): Promise<void> {
    if (state.kind === "failing") return this.#noteFailure(state.error, turn);
    if (state.kind === this.#state.live && group.height === this.#state.height && this.#state.problem === "") return;
    if (state.kind === "ended") clearInterval(this.#timer);
    this.#note({
      live: state.kind,
      problem: "",
      ...(group.height === undefined ? {} : { height: group.height }),
    });
  }

  /** Backwards from where it stands; each stretch that is done stays done. */
  async #readHistory(context: EventsContext, look: Look, turn: number): Promise<void> {
    const abort = new AbortController();
    this.#reading = abort;
    const { signal } = abort;
    const all = look.historyTo - look.historyFrom + 1;
    const range = { ...look.filter, fromBlock: look.historyFrom, toBlock: look.historyTo };
    const { session, connection } = context.group;
    this.#note({ history: { done: 0, all } });
    try {
      for await (const slice of eventHistory({ client: session.client, push: connection.push }, range, { signal })) {
        if (turn !== this.#turn) return;
        look.historyTo = slice.from - 1;
        this.#found(context, slice.logs);
        this.#note({ from: slice.from, history: { done: all - (slice.from - look.historyFrom), all } });
        await this.#decoding;
        if (this.#rows.length >= this.#room) break;
      }
    } catch (error) {
      if (signal.aborted) return;
      throw error;
    } finally {
      if (this.#reading === abort) this.#reading = undefined;
    }
    if (turn === this.#turn) this.#note({});
  }

  /**
   * Decodes one after the other, so that rows come in the order they were found.
   * @param live the look whose oldest rows make room for these
   */
  #found(context: EventsContext, logs: readonly FeedLog[], live?: Look): void {
    if (logs.length === 0) return;
    const rows = this.#rows;
    this.#decoding = this.#decoding
      .then(() => Promise.all(logs.map((log) => decodeLog(context, this.content.subject, log))))
      .then((found) => {
        // Another choice was made meanwhile.
        if (rows !== this.#rows) return;
        for (const row of found) rows.push(row);
        for (let at = 0; at < found.length; at += rowsAtOnce) {
          this.page.tell("rows", { rows: found.slice(at, at + rowsAtOnce), reset: false });
        }
        if (live) this.#makeRoom(live);
      })
      .catch((error: unknown) => this.app.errors.log(error));
  }

  /** Whole blocks go, and the look knows that they can be read again. */
  #makeRoom(look: Look): void {
    if (this.#rows.length <= this.#room) return;
    this.#rows.sort(
      (one, other) => other.block - one.block || other.transactionIndex - one.transactionIndex || other.log - one.log,
    );
    const cut = this.#rows[this.#room]?.block ?? -1;
    const kept = this.#rows.findIndex(({ block }) => block <= cut);
    if (kept <= 0) return;
    this.#rows.length = kept;
    look.historyTo = Math.max(look.historyTo, cut);
    look.historyFrom = look.historyTo + 1;
    this.page.tell("drop", kept);
  }
}
