import type { ChainError } from "../../errors/chainError";
import { toChainError } from "../../errors/dictionary";
import type { ChainClient, RequestOptions } from "../client/client";
import type { LogFilter } from "../rpc/logs";
import type { EventCursor, PlacedLog } from "../transport/eventCursor";
import type { WebSocketTransport } from "../transport/webSocketTransport";
import { type LogRange, type LogSource, readLogs } from "./readLogs";

/** An event as it is on the chain, asked for or pushed. */
export interface FeedLog extends PlacedLog {
  readonly address: string;
  readonly data: string;
  readonly topics: readonly string[];
  readonly transactionIndex: number;
}

type Push = Pick<WebSocketTransport, "subscribeEvents"> & {
  readonly state: { readonly kind: WebSocketTransport["state"]["kind"] };
};

/** What a feed asks. */
interface FeedSource {
  readonly client: ChainClient;
  /** The connection over which the node pushes, while there is one. */
  push(): Push | undefined;
  height(): Promise<number>;
}

/** How new events come. */
export type FeedState =
  | { readonly kind: "push" | "poll" | "ended" }
  /** It is tried again with the next turn. */
  | { readonly kind: "failing"; readonly error: ChainError };

interface FeedListener {
  onLogs(logs: readonly FeedLog[]): void;
  onState(state: FeedState): void;
}

/**
 * New events of a chain from a cursor on: each once, none left out. The node pushes them while it can; otherwise the new blocks are
 * asked for, once a turn. Where one way breaks the other goes on from the cursor (docs/protocol/websocket.md, "Events").
 */
export class EventFeed {
  #subscription: { readonly push: Push; readonly stop: () => void } | undefined;
  /** Does not take the subscription and isn't asked again. */
  #refused: Push | undefined;
  #turning: Promise<void> | undefined;
  #stopped = false;
  #ended = false;

  /** @param filter addresses, topics and last block; `fromBlock` is the cursor's */
  constructor(
    private readonly source: FeedSource,
    private readonly filter: LogFilter,
    private readonly cursor: EventCursor,
    private readonly listener: FeedListener,
  ) {}

  /** Looks once: to be called every few seconds. Costs no request while the node pushes. Never throws: a failure is a state. */
  turn(): Promise<void> {
    this.#turning ??= this.#look()
      .catch((error: unknown) => {
        if (!this.#stopped) this.listener.onState({ kind: "failing", error: toChainError(error) });
      })
      .finally(() => {
        this.#turning = undefined;
      });
    return this.#turning;
  }

  /** Nothing is asked and nothing comes any more. The cursor stays where it is: another feed goes on from there. */
  stop(): void {
    this.#stopped = true;
    this.#unsubscribe();
  }

  get #idle(): boolean {
    return this.#stopped || this.#ended;
  }

  #unsubscribe(): void {
    this.#subscription?.stop();
    this.#subscription = undefined;
  }

  async #look(): Promise<void> {
    if (this.#idle) return;
    const push = this.source.push();
    const pushes = push?.state.kind === "connected";
    if (this.#subscription && (this.#subscription.push !== push || !pushes)) this.#unsubscribe();
    if (this.#subscription) return;
    if (push && pushes && push !== this.#refused && (await this.#subscribe(push))) return;
    await this.#poll();
  }

  /** False when the node does not take the subscription, for good or just now. */
  async #subscribe(push: Push): Promise<boolean> {
    const refuse = (): void => {
      this.#refused = push;
      if (this.#subscription?.push === push) this.#unsubscribe();
    };
    let stop: () => void;
    try {
      stop = await push.subscribeEvents(
        this.source.client.group,
        { ...this.filter, fromBlock: Math.max(1, this.cursor.from) },
        { onLogs: (logs) => this.#take(logs), onEnd: () => this.#end(), onError: refuse },
      );
    } catch (error) {
      if (toChainError(error).kind === "rpc") refuse();
      return false;
    }
    if (this.#idle) stop();
    else if (this.#refused === push) return false;
    else {
      this.#subscription = { push, stop };
      this.listener.onState({ kind: "push" });
    }
    return true;
  }

  async #poll(): Promise<void> {
    const height = await this.source.height();
    const { toBlock = height } = this.filter;
    const last = Math.min(height, toBlock);
    if (this.#idle) return;
    if (last >= this.cursor.from) {
      const range = { ...this.filter, fromBlock: this.cursor.from, toBlock: last };
      const logs = await readLogs({ client: this.source.client }, range);
      if (this.#idle) return;
      this.#take(logs);
      this.cursor.passed(last);
    }
    if (this.filter.toBlock !== undefined && this.cursor.from > this.filter.toBlock) this.#end();
    else this.listener.onState({ kind: "poll" });
  }

  #take(logs: readonly FeedLog[]): void {
    if (this.#idle) return;
    const fresh = this.cursor.take(logs);
    if (fresh.length > 0) this.listener.onLogs(fresh);
  }

  #end(): void {
    if (this.#idle) return;
    this.#ended = true;
    this.#unsubscribe();
    this.listener.onState({ kind: "ended" });
  }
}

/** Blocks between two reports: so many requests of ten blocks that four at a time keep busy, few enough to show something soon. */
const sliceBlocks = 400;

/** The events of one stretch of a history. */
interface HistorySlice {
  readonly from: number;
  readonly to: number;
  /** In the order of the chain. */
  readonly logs: readonly FeedLog[];
}

/**
 * The events of a range of blocks, newest stretch first: what a person wants to see comes early. Each stretch is whole, in as many
 * requests as the node's silent limit of 10 blocks needs (docs/protocol/guards.md, "Logs"). Stop with the signal or by leaving the loop.
 * @throws ChainError what {@link readLogs} throws
 */
export async function* eventHistory(
  source: LogSource,
  filter: LogRange,
  options: RequestOptions = {},
): AsyncGenerator<HistorySlice> {
  for (let to = filter.toBlock; to >= filter.fromBlock; to -= sliceBlocks) {
    const from = Math.max(filter.fromBlock, to - sliceBlocks + 1);
    yield { from, to, logs: await readLogs(source, { ...filter, fromBlock: from, toBlock: to }, options) };
  }
}
