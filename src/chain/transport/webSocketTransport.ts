import { utf8Bytes, utf8Text } from "../../crypto/bytes/binaryText";
import { ChainError } from "../../errors/chainError";
import { clientError } from "../../errors/clientError";
import { onAbort } from "../../time/onAbort";
import { createClient, type NodeTransport, type RequestOptions, type UnreadAnswer } from "../client/client";
import { type Frame, packetType } from "../frame/frame";
import type { LogFilter } from "../rpc/logs";
import { explainGroup } from "../rpc/wireMethod";
import { parseEndpoint } from "./endpoint";
import { decodeAnswer, encodeRequest } from "./envelope";
import { TooManyEvents } from "./eventCursor";
import { type EventListener, EventSubscription } from "./eventSubscription";
import { Listeners, type Stop } from "./listeners";
import type { TlsMaterial } from "./tlsMaterial";
import type { WebSocketLink } from "./webSocketLink";
import { blockNotifySchema, decodePayload, handshakeSchema } from "./webSocketMessages";

export interface WebSocketTransportOptions {
  /** As for HTTP: `http://…` or `https://…` (`ws://`, `wss://` mean the same); several endpoints of one chain are tried in turn. */
  url: string | readonly string[];
  tls?: TlsMaterial | undefined;
  /** Time limit of a call that names none, and of connecting. Default 10,000. */
  timeoutMs?: number;
  /** First pause before connecting again; it doubles up to `maxRetryMs`. Defaults 250 and 10,000. */
  minRetryMs?: number;
  maxRetryMs?: number;
  /** Silence after which the connection is tested. Default 20,000: a node pings every 5 seconds. */
  idleMs?: number;
}

/** A group has a new block. */
export interface BlockNotice {
  group: string;
  number: number;
}

type ConnectionState =
  | { kind: "connecting"; error?: ChainError }
  | { kind: "connected"; endpoint: string }
  | { kind: "closed" };

/** The node's SDK protocol: JSON-RPC and everything that a node pushes. Reconnects by itself until it is closed. */
export interface WebSocketTransport extends NodeTransport {
  readonly state: ConnectionState;
  /** Connects now; a request does it too. @throws ChainError of the first attempt that failed. */
  connect(): Promise<void>;
  /** @public Tests wait for the moments of a reconnection by it. */
  onState(listener: (state: ConnectionState) => void): Stop;
  /**
   * Each height once, in rising order; of a chain that was set back, and of one that begins anew behind the same address, the lower one,
   * and from there on.
   */
  onBlock(listener: (notice: BlockNotice) => void): Stop;
  /** Events of contracts, from `fromBlock` or from the next block on, without gaps and without repetition. */
  subscribeEvents(group: string, filter: LogFilter, listener: EventListener): Promise<Stop>;
}

/** Groups, and nodes of them, whose heights are kept: a node has a handful. */
const maxGroups = 1000;
/** Longest names of them. */
const maxGroupLength = 512;

class FrameTransport implements WebSocketTransport {
  readonly #endpoints;
  readonly #options;
  readonly #timeoutMs: number;
  readonly #stateListeners = new Listeners<ConnectionState>();
  readonly #blockListeners = new Listeners<BlockNotice>();
  readonly #events = new Set<EventSubscription>();
  readonly #heights = new Map<string, number>();
  /** The height that each node told last, by its name, endpoint and group. */
  readonly #reported = new Map<string, number>();
  #link: WebSocketLink | undefined;
  /** Why this side ended a connection. */
  #offence: ChainError | undefined;
  #connecting: Promise<WebSocketLink> | undefined;
  #retry: NodeJS.Timeout | undefined;
  #failures = 0;
  #next = 0;
  #lastId = 0;
  /** A first attempt that fails is the caller's matter; a connection that was there is taken up again. */
  #everConnected = false;
  state: ConnectionState = { kind: "connecting" };

  constructor(options: WebSocketTransportOptions) {
    const urls = typeof options.url === "string" ? [options.url] : options.url;
    this.#endpoints = urls.map(parseEndpoint);
    if (this.#endpoints.length === 0) throw clientError("badUrl", { url: "" });
    this.#options = options;
    this.#timeoutMs = options.timeoutMs ?? 10_000;
  }

  get smSuite(): string | undefined {
    return this.#link?.smSuite;
  }

  get label(): string {
    return (this.#endpoints[this.#next % this.#endpoints.length]?.origin ?? "").replace(/^http/, "ws");
  }

  #setState(state: ConnectionState): void {
    this.state = state;
    this.#stateListeners.emit(state);
  }

  async connect(): Promise<void> {
    await this.#connected(this.#timeoutMs);
  }

  #connected(timeoutMs: number): Promise<WebSocketLink> {
    if (this.state.kind === "closed") {
      return Promise.reject(clientError("transportClosed", { endpoint: this.label, method: "connect" }));
    }
    if (this.#link) return Promise.resolve(this.#link);
    clearTimeout(this.#retry);
    this.#connecting ??= this.#open(timeoutMs).finally(() => {
      this.#connecting = undefined;
    });
    return this.#connecting;
  }

  /** The same for a request, which waits no longer than it was given. */
  #connectedWithin(method: string, timeoutMs: number, signal: AbortSignal | undefined): Promise<WebSocketLink> {
    const connected = this.#connected(this.#timeoutMs);
    return new Promise((resolve, reject) => {
      const details = { endpoint: this.label, method, timeoutMs };
      const end = (): void => {
        clearTimeout(timer);
        unheard?.();
      };
      const fail = (error: unknown): void => {
        end();
        reject(error);
      };
      const timer = setTimeout(() => fail(clientError("connectTimedOut", details)), timeoutMs);
      const unheard =
        signal && onAbort(signal, () => fail(clientError("cancelled", details, { cause: signal.reason })));
      connected.then((link) => {
        end();
        resolve(link);
      }, fail);
    });
  }

  /** Connects to the next endpoint, shakes hands, and takes up again what was subscribed. */
  async #open(timeoutMs: number): Promise<WebSocketLink> {
    const { openWebSocket } = await import("./openWebSocket");
    let failure: unknown;
    for (let tries = 0; tries < this.#endpoints.length; tries++) {
      const tried = this.#next;
      const endpoint = this.#endpoints[tried % this.#endpoints.length];
      if (!endpoint) break;
      let link: WebSocketLink | undefined;
      try {
        const limits = { connectTimeoutMs: timeoutMs, idleMs: this.#options.idleMs ?? 20_000 };
        link = await openWebSocket(
          endpoint,
          { tls: this.#options.tls, ...limits },
          { onPush: (frame, from) => this.#push(frame, from), onClose: (ended) => this.#dropped(ended) },
        );
        await this.#greet(link, timeoutMs);
        if (this.state.kind === "closed")
          throw clientError("transportClosed", { endpoint: this.label, method: "connect" });
        this.#failures = 0;
        this.#everConnected = true;
        this.#setState({ kind: "connected", endpoint: link.endpoint });
        return link;
      } catch (error) {
        failure ??= error;
        if (this.#link === link) this.#link = undefined;
        await link?.close();
        // A link that dropped while it was greeted has already turned to the next.
        this.#next = Math.max(this.#next, tried + 1);
      }
    }
    this.#again(failure instanceof ChainError ? failure : undefined);
    throw failure;
  }

  /** Handshake first, then events: a node serves without it, but an SDK server need not. */
  async #greet(link: WebSocketLink, timeoutMs: number): Promise<void> {
    const context = { endpoint: link.endpoint, method: "handshake" };
    const answer = await link.request({
      type: packetType.handshake,
      payload: utf8Bytes('{"maxVersion":2,"minVersion":0,"moduleID":2}'),
      method: "handshake",
      timeoutMs,
    });
    const { groupBlockNumber } = decodePayload(handshakeSchema, answer.payload, context);
    this.#link = link;
    for (const subscription of [...this.#events]) {
      try {
        await subscription.start(link, timeoutMs);
      } catch (error) {
        if (!(error instanceof ChainError) || error.kind !== "rpc") throw error;
        this.#events.delete(subscription);
        subscription.listener.onError?.(error);
      }
    }
    for (const group of groupBlockNumber)
      for (const [name, number] of Object.entries(group)) this.#height(name, number, link.endpoint, "");
  }

  #dropped(link: WebSocketLink): void {
    if (this.#link !== link) return;
    this.#link = undefined;
    this.#next += 1;
    const offence = this.#offence;
    this.#offence = undefined;
    if (offence) this.#failures = Number.MAX_SAFE_INTEGER - 1; // such a node does it again: not at once
    this.#again(offence ?? clientError("connectionLost", { endpoint: link.endpoint, method: "push" }));
  }

  /** Tries again after a pause while the connection is still wanted. */
  #again(error: ChainError | undefined): void {
    if (this.state.kind === "closed") return;
    this.#setState(error ? { kind: "connecting", error } : { kind: "connecting" });
    if (!this.#everConnected) return;
    const { minRetryMs = 250, maxRetryMs = 10_000 } = this.#options;
    const pause = Math.min(minRetryMs * 2 ** Math.min(this.#failures, 20), maxRetryMs);
    this.#failures += 1;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => void this.#connected(this.#timeoutMs).catch(() => undefined), pause);
  }

  /** A node behind others tells less than they did; one that tells less than it did itself is of a chain that was set back. */
  #height(group: string, number: number, endpoint: string, node: string): void {
    const teller = `${endpoint} ${node} ${group}`;
    const before = this.#reported.get(teller);
    if (before === undefined && (this.#reported.size >= maxGroups || group.length + node.length > maxGroupLength))
      throw clientError("nodeFloods", { endpoint, problem: "heights of groups without an end" });
    this.#reported.set(teller, number);
    const isSetBack = before !== undefined && number < before;
    if (!isSetBack && number <= (this.#heights.get(group) ?? -1)) return;
    this.#heights.set(group, number);
    this.#blockListeners.emit({ group, number });
  }

  #push(frame: Frame, link: WebSocketLink): void {
    const context = { endpoint: link.endpoint, method: "push" };
    try {
      switch (frame.type) {
        case packetType.blockNotify: {
          const { group, blockNumber, nodeName = "" } = decodePayload(blockNotifySchema, frame.payload, context);
          this.#height(group, blockNumber, link.endpoint, nodeName);
          return;
        }
        case packetType.eventPush:
          for (const subscription of [...this.#events]) {
            if (!subscription.take(frame, link.endpoint)) continue;
            if (subscription.ended) this.#events.delete(subscription);
            return;
          }
          return;
        case packetType.groupNotify:
        case packetType.amopRequest:
        case packetType.amopBroadcast:
        case packetType.rpcAnswer:
        case packetType.rpcRequest:
        case packetType.handshake:
        case packetType.amopResponse:
        case packetType.eventSubscribe:
        case packetType.eventUnsubscribe:
          return; // an answer that is no longer waited for, or a push that isn't used here
        default:
          throw clientError("nodeFloods", { endpoint: link.endpoint, problem: `packets of type ${frame.type}` });
      }
    } catch (error) {
      // A push that cannot be read must not be lost silently: the connection starts over from what was seen.
      if (error instanceof ChainError) this.#end(link, error);
      else if (error instanceof TooManyEvents)
        this.#end(
          link,
          clientError("nodeFloods", { endpoint: link.endpoint, problem: error.message }, { cause: error }),
        );
      else throw error;
    }
  }

  /** Ends a connection whose pushes cannot be taken; nothing more of it is read. */
  #end(link: WebSocketLink, offence: ChainError): void {
    if (this.#link === link) this.#offence ??= offence;
    link.abandon();
  }

  async answer(method: string, params: readonly unknown[], options: RequestOptions = {}): Promise<UnreadAnswer> {
    const timeoutMs = options.timeoutMs ?? this.#timeoutMs;
    const { signal } = options;
    if (signal?.aborted) throw clientError("cancelled", { endpoint: this.label, method }, { cause: signal.reason });
    const began = performance.now();
    const link = this.#link ?? (await this.#connectedWithin(method, timeoutMs, signal));
    this.#lastId += 1;
    const id = this.#lastId;
    const answer = await link.request({
      type: packetType.rpcRequest,
      payload: utf8Bytes(encodeRequest(id, method, params)),
      method,
      timeoutMs: Math.max(1, timeoutMs - (performance.now() - began)),
      signal,
    });
    return { text: utf8Text(answer.payload), id, endpoint: link.endpoint };
  }

  async request(
    method: string,
    params: readonly unknown[],
    options?: RequestOptions,
    isExact?: (result: unknown) => boolean,
  ): Promise<unknown> {
    return decodeAnswer(await this.answer(method, params, options), method, isExact);
  }

  /** The same ports speak HTTP. */
  async endpoints(): Promise<readonly NodeTransport[]> {
    const { createHttpTransport } = await import("./httpTransport");
    const { tls, timeoutMs } = this.#options;
    const more = { ...(tls ? { tls } : {}), ...(timeoutMs === undefined ? {} : { timeoutMs }), connections: 1 };
    return this.#endpoints.map(({ origin }) => createHttpTransport({ url: origin, ...more }));
  }

  onState(listener: (state: ConnectionState) => void): Stop {
    return this.#stateListeners.add(listener);
  }

  onBlock(listener: (notice: BlockNotice) => void): Stop {
    return this.#blockListeners.add(listener);
  }

  async subscribeEvents(group: string, filter: LogFilter, listener: EventListener): Promise<Stop> {
    const link = await this.#connected(this.#timeoutMs);
    // An explicit start, so that a connection that drops before the first event loses nothing.
    const from = filter.fromBlock ?? Number(await this.request("getBlockNumber", [group, ""])) + 1;
    const subscription = new EventSubscription(group, filter, listener, Math.max(1, from));
    this.#events.add(subscription);
    try {
      await subscription.start(this.#link ?? link, this.#timeoutMs);
    } catch (error) {
      if (!(error instanceof ChainError) || error.code !== "connectionLost") {
        this.#events.delete(subscription);
        throw error instanceof ChainError && error.code === -41002
          ? await explainGroup(createClient(this, group), error)
          : error;
      } // else the reconnection starts it
    }
    return () => {
      if (this.#events.delete(subscription)) subscription.stop(this.#link);
    };
  }

  async close(): Promise<void> {
    if (this.state.kind === "closed") return;
    clearTimeout(this.#retry);
    this.#setState({ kind: "closed" });
    const link = this.#link ?? (await this.#connecting?.catch(() => undefined));
    this.#link = undefined;
    this.#events.clear();
    await link?.close();
  }
}

/**
 * A transport over the node's WebSocket frames (docs/protocol/websocket.md). Loads its library and connects with the first use.
 * @throws ChainError usage `badUrl`.
 */
export function createWebSocketTransport(options: WebSocketTransportOptions): WebSocketTransport {
  return new FrameTransport(options);
}
