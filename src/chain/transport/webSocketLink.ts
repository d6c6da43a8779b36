import type { ChainError } from "../../errors/chainError";
import { clientError } from "../../errors/clientError";
import { onAbort } from "../../time/onAbort";
import { decodeFrame, encodeFrame, type Frame, freshSeq, maxMessageBytes } from "../frame/frame";
import type { Endpoint } from "./endpoint";
import type { TlsMaterial } from "./tlsMaterial";

export interface LinkOptions {
  tls?: TlsMaterial | undefined;
  connectTimeoutMs: number;
  /** Without any sign of life for this long the link is tested, and given up after as long again. */
  idleMs: number;
}

interface FrameCall {
  type: number;
  payload: Uint8Array;
  /** For error texts. */
  method: string;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

interface Waiting {
  method: string;
  resolve: (frame: Frame) => void;
  reject: (error: ChainError) => void;
}

/** What a link needs of a WebSocket, whosever it is. */
export interface LinkSocket {
  send(bytes: Uint8Array): void;
  /** Ends it without a farewell: what has arrived and was not read yet is dropped. */
  terminate(): void;
  /** Resolves when it is gone. */
  close(): Promise<void>;
}

/** Who hears of what a link brings. */
export interface LinkListener {
  onPush: (frame: Frame, link: WebSocketLink) => void;
  onClose: (link: WebSocketLink) => void;
}

/** Where a link leads, and what is known of it. */
interface LinkPlace {
  readonly endpoint: string;
  /** The suite of SM TLS; undefined without SM TLS. */
  readonly smSuite?: string | undefined;
}

/** `ws://…` of an endpoint. */
export const socketUrl = ({ origin }: Endpoint): string => origin.replace(/^http/, "ws");

/** One open WebSocket to one node; `openWebSocket` makes it. */
export class WebSocketLink {
  readonly endpoint: string;
  readonly smSuite: string | undefined;
  readonly #waiting = new Map<string, Waiting>();
  readonly #socket: LinkSocket;
  readonly #listener: LinkListener;
  #closed = false;

  constructor({ endpoint, smSuite }: LinkPlace, socket: LinkSocket, listener: LinkListener) {
    this.endpoint = endpoint;
    this.smSuite = smSuite;
    this.#socket = socket;
    this.#listener = listener;
  }

  /** A message has come. */
  take(data: Uint8Array): void {
    if (this.#closed) return;
    let frame: Frame;
    try {
      frame = decodeFrame(data);
    } catch (error) {
      this.failed(error as Error); // no node sends this; what waits is told that the connection ended
      return;
    }
    const waiting = frame.seq === "" ? undefined : this.#waiting.get(frame.seq);
    if (waiting) {
      this.#waiting.delete(frame.seq);
      waiting.resolve(frame);
    } else this.#listener.onPush(frame, this);
  }

  /** A message too long is known by its head, before it is known whose answer it is: all that wait are named. */
  failed(error: Error & { code?: unknown }): void {
    if (error.code === "WS_ERR_UNSUPPORTED_MESSAGE_LENGTH") {
      const waiting = [...this.#waiting.values()];
      const method = [...new Set(waiting.map((each) => each.method))].join(" / ");
      const details = { endpoint: this.endpoint, method, limitBytes: maxMessageBytes };
      for (const { reject } of waiting) reject(clientError("answerTooLarge", details, { cause: error }));
    }
    this.abandon();
  }

  /** The link is of no use any more: it must not be taken for the next request, even before the socket is gone. */
  ended(): void {
    if (this.#closed) return;
    this.#closed = true;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { method, reject } of waiting)
      reject(clientError("connectionLost", { endpoint: this.endpoint, method }));
    this.#listener.onClose(this);
  }

  /**
   * Sends a frame that has no answer.
   * @param method for error texts
   * @throws ChainError transport `connectionLost`, `requestTooLarge`: a node would cut the connection without a word.
   */
  send(frame: Frame, method: string): void {
    if (this.#closed) throw clientError("connectionLost", { endpoint: this.endpoint, method });
    const bytes = encodeFrame(frame);
    if (bytes.length > maxMessageBytes)
      throw clientError("requestTooLarge", {
        endpoint: this.endpoint,
        method,
        sizeBytes: bytes.length,
        limitBytes: maxMessageBytes,
      });
    this.#socket.send(bytes);
  }

  /**
   * Sends a frame and waits for the one with the same `seq`, whatever its type.
   * @throws ChainError transport `timedOut`, `cancelled`, `connectionLost`, `answerTooLarge`, `requestTooLarge`.
   */
  request(call: FrameCall): Promise<Frame> {
    const { method, timeoutMs, signal, type, payload } = call;
    const details = { endpoint: this.endpoint, method, timeoutMs };
    const seq = freshSeq();
    return new Promise((resolve, reject) => {
      let unheard: (() => void) | undefined;
      const settle = (): void => {
        this.#waiting.delete(seq);
        clearTimeout(timer);
        unheard?.();
      };
      const fail = (error: ChainError): void => {
        settle();
        reject(error);
      };
      const cancel = (): void => fail(clientError("cancelled", details, { cause: signal?.reason }));
      const timer = setTimeout(() => fail(clientError("timedOut", details)), timeoutMs);
      if (signal?.aborted) return cancel();
      unheard = signal && onAbort(signal, cancel);
      const take = (frame: Frame): void => {
        settle();
        resolve(frame);
      };
      this.#waiting.set(seq, { method, resolve: take, reject: fail });
      try {
        this.send({ type, status: 0, seq, payload }, method);
      } catch (error) {
        fail(error as ChainError);
      }
    });
  }

  /** Ends the connection at once: what has arrived and was not read yet is dropped. */
  abandon(): void {
    this.#socket.terminate();
    this.ended();
  }

  /** Closes the socket; resolves when it is gone. */
  close(): Promise<void> {
    return this.#socket.close();
  }
}
