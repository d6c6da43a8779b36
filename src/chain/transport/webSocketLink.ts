import { randomUUID } from "node:crypto";
import { type ClientOptions, WebSocket } from "ws";
import type { ChainError } from "../../errors/chainError";
import { clientError } from "../../errors/clientError";
import { onAbort } from "../../time/onAbort";
import { decodeFrame, encodeFrame, type Frame, maxMessageBytes } from "../frame/frame";
import { connectionError } from "./connectionError";
import type { Endpoint } from "./endpoint";
import type { SuiteSeen } from "./handshakeOutcome";
import { orSmTls } from "./smTls";
import { isSmMaterial, type TlsMaterial, tlsConnectOptions } from "./tlsMaterial";

export interface LinkOptions {
  tls?: TlsMaterial | undefined;
  connectTimeoutMs: number;
  /** Without any sign of life for this long the link is pinged, and given up after as long again. */
  idleMs: number;
}

export interface FrameCall {
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

/** What makes the connection safe, of the kind that the files are for. @throws ChainError tls */
async function connectOptions(endpoint: Endpoint, tls: TlsMaterial | undefined, seen: SuiteSeen): Promise<object> {
  if (!endpoint.secure) return {};
  if (!isSmMaterial(tls)) return tlsConnectOptions(tls);
  const { smSocketFactory } = await import("./smConnect");
  return { createConnection: await smSocketFactory(endpoint, tls, seen) };
}

/** One open WebSocket to one node. This file is the only one that loads the library `ws`; import it dynamically. */
export class WebSocketLink {
  readonly #waiting = new Map<string, Waiting>();
  #alive = true;
  #closed = false;
  readonly #heartbeat: NodeJS.Timeout;

  private constructor(
    readonly endpoint: string,
    readonly socket: WebSocket,
    /** The suite of SM TLS; undefined without SM TLS. */
    readonly smSuite: string | undefined,
    idleMs: number,
    onPush: (frame: Frame, link: WebSocketLink) => void,
    readonly onClose: (link: WebSocketLink) => void,
  ) {
    socket.on("message", (data: Buffer) => this.#take(data, onPush));
    socket.on("ping", () => this.#sawLife());
    socket.on("pong", () => this.#sawLife());
    socket.on("error", (error) => this.#failed(error));
    socket.on("close", () => this.#end());
    this.#heartbeat = setInterval(() => this.#beat(), idleMs);
    this.#heartbeat.unref();
  }

  /**
   * Opens the connection.
   * @throws ChainError transport or tls.
   */
  static async open(
    endpoint: Endpoint,
    options: LinkOptions,
    onPush: (frame: Frame, link: WebSocketLink) => void,
    onClose: (link: WebSocketLink) => void,
  ): Promise<WebSocketLink> {
    const url = endpoint.origin.replace(/^http/, "ws");
    const context = { endpoint: url, method: "connect", timeoutMs: options.connectTimeoutMs };
    const seen: SuiteSeen = {};
    const security = await connectOptions(endpoint, options.tls, seen);
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(`${url}/`, {
        perMessageDeflate: false,
        maxPayload: maxMessageBytes,
        handshakeTimeout: options.connectTimeoutMs,
        ...security,
      } as unknown as ClientOptions); // its type wants a boolean of checkServerIdentity, Node wants nothing
      const fail = (error: Error): void => {
        socket.terminate();
        const late = /Opening handshake has timed out/.test(error.message);
        const stranger = /Unexpected server response|Invalid Upgrade|Invalid Sec-WebSocket/.exec(error.message);
        if (late) reject(clientError("connectTimedOut", context, { cause: error }));
        else if (stranger) reject(clientError("notANode", { ...context, found: error.message }, { cause: error }));
        else
          void connectionError(error, context)
            .then((found) => orSmTls(found, endpoint, Math.min(options.connectTimeoutMs, 2000)))
            .then(reject, reject);
      };
      socket.once("error", fail);
      socket.once("open", () => {
        socket.off("error", fail);
        resolve(new WebSocketLink(url, socket, seen.smSuite, options.idleMs, onPush, onClose));
      });
    });
  }

  #sawLife(): void {
    this.#alive = true;
  }

  #beat(): void {
    if (!this.#alive) {
      this.socket.terminate();
      return;
    }
    this.#alive = false;
    this.socket.ping();
  }

  #take(data: Buffer, onPush: (frame: Frame, link: WebSocketLink) => void): void {
    if (this.#closed) return;
    this.#alive = true;
    let frame: Frame;
    try {
      frame = decodeFrame(data);
    } catch (error) {
      this.#failed(error as Error); // no node sends this; what waits is told that the connection ended
      return;
    }
    const waiting = frame.seq === "" ? undefined : this.#waiting.get(frame.seq);
    if (waiting) {
      this.#waiting.delete(frame.seq);
      waiting.resolve(frame);
    } else onPush(frame, this);
  }

  /** A message too long is known by its head, before it is known whose answer it is: all that wait are named. */
  #failed(error: Error & { code?: unknown }): void {
    if (error.code === "WS_ERR_UNSUPPORTED_MESSAGE_LENGTH") {
      const waiting = [...this.#waiting.values()];
      const method = [...new Set(waiting.map((each) => each.method))].join(" / ");
      const details = { endpoint: this.endpoint, method, limitBytes: maxMessageBytes };
      for (const { reject } of waiting) reject(clientError("answerTooLarge", details, { cause: error }));
    }
    this.socket.terminate();
    this.#end();
  }

  /** The link is of no use any more: it must not be taken for the next request, even before the socket is gone. */
  #end(): void {
    if (this.#closed) return;
    this.#closed = true;
    clearInterval(this.#heartbeat);
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { method, reject } of waiting)
      reject(clientError("connectionLost", { endpoint: this.endpoint, method }));
    this.onClose(this);
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
    this.socket.send(bytes);
  }

  /**
   * Sends a frame and waits for the one with the same `seq`, whatever its type.
   * @throws ChainError transport `timedOut`, `cancelled`, `connectionLost`, `answerTooLarge`, `requestTooLarge`.
   */
  request(call: FrameCall): Promise<Frame> {
    const { method, timeoutMs, signal, type, payload } = call;
    const details = { endpoint: this.endpoint, method, timeoutMs };
    const seq = randomUUID().replaceAll("-", "");
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
    this.socket.terminate();
    this.#end();
  }

  /** Closes the socket; resolves when it is gone. */
  close(): Promise<void> {
    return new Promise((resolve) => {
      if (this.socket.readyState === WebSocket.CLOSED) return resolve();
      const timer = setTimeout(() => this.socket.terminate(), 500);
      this.socket.once("close", () => {
        clearTimeout(timer);
        resolve();
      });
      this.socket.close(1000);
    });
  }
}
