import { utf8Bytes } from "../../crypto/bytes/binaryText";
import { ChainError } from "../../errors/chainError";
import { lookUpCode } from "../../errors/dictionary";
import { type Frame, freshSeq, packetType } from "../frame/frame";
import { type LogFilter, wireLogFilter } from "../rpc/logs";
import { EventCursor } from "./eventCursor";
import { throwLater } from "./listeners";
import type { WebSocketLink } from "./webSocketLink";
import { decodePayload, eventAnswerSchema, eventPushSchema, type PushedLog } from "./webSocketMessages";

export interface EventListener {
  /** New events of one block, in order. Never twice, never with a gap, reconnections included. */
  onLogs: (logs: readonly PushedLog[]) => void;
  /** The range given by `toBlock` is done; nothing follows. */
  onEnd?: (() => void) | undefined;
  /** The node does not take the subscription any more (asked again after a reconnection). */
  onError?: ((error: ChainError) => void) | undefined;
}

/**
 * One subscription of a client, whichever connection carries it. It remembers the last block it has seen events of and what of
 * that block; after a reconnection it asks from that block on and drops what it knows (docs/protocol/websocket.md, "Events").
 */
export class EventSubscription {
  /** New for every connection: a node silently ignores an id that it thinks is still alive. */
  #id = "";
  readonly #cursor: EventCursor;
  ended = false;

  /** @param from first block wanted, 1 or more */
  constructor(
    readonly group: string,
    readonly filter: LogFilter,
    readonly listener: EventListener,
    from: number,
  ) {
    this.#cursor = new EventCursor(from);
  }

  /**
   * Asks the node of this connection for the events from where it stands.
   * @throws ChainError rpc with the node's status, or what a request throws.
   */
  async start(link: WebSocketLink, timeoutMs: number): Promise<void> {
    const { address, topics } = wireLogFilter("subscribeEvents", this.filter);
    const id = freshSeq();
    this.#id = id;
    const params = { fromBlock: this.#cursor.from, toBlock: this.filter.toBlock ?? -1, addresses: address, topics };
    const answer = await link.request({
      type: packetType.eventSubscribe,
      payload: utf8Bytes(JSON.stringify({ id, group: this.group, params })),
      method: "subscribeEvents",
      timeoutMs,
    });
    const context = { endpoint: link.endpoint, method: "subscribeEvents" };
    const { status } = decodePayload(eventAnswerSchema, answer.payload, context);
    if (status !== 0) throw await subscriptionError(status, this.group);
  }

  /** Takes a push if it is of this subscription. */
  take(frame: Frame, endpoint: string): boolean {
    const push = decodePayload(eventPushSchema, frame.payload, { endpoint, method: "event push" });
    if (push.id !== this.#id || this.#id === "") return false;
    const fresh = this.#cursor.take(push.result ?? []);
    if (fresh.length > 0) this.listener.onLogs(fresh);
    if (push.status === 1) {
      this.ended = true;
      this.listener.onEnd?.();
    } else if (push.status < 0) {
      this.ended = true;
      void subscriptionError(push.status, this.group)
        .then((error) => this.listener.onError?.(error))
        .catch(throwLater);
    }
    return true;
  }

  /** Tells the node to stop. The node answers 0 whatever it knows, so its answer isn't waited for. */
  stop(link: WebSocketLink | undefined): void {
    this.ended = true;
    const id = this.#id;
    this.#id = "";
    if (!link || id === "") return;
    const payload = utf8Bytes(JSON.stringify({ id, group: this.group }));
    link
      .request({ type: packetType.eventUnsubscribe, payload, method: "unsubscribe", timeoutMs: 5000 })
      .catch(() => undefined);
  }
}

async function subscriptionError(status: number, group: string): Promise<ChainError> {
  const entry = await lookUpCode("sdk", status);
  return new ChainError({
    kind: "rpc",
    code: status,
    message: entry?.meaning.en ?? `The node refused the event subscription with status ${status}`,
    advice: entry?.advice.en ?? "Check addresses, topics and block range.",
    details: { group },
  });
}
