import { type buildConnector, Pool } from "undici";
import { utf8Text } from "../../crypto/bytes/binaryText";
import type { ChainError } from "../../errors/chainError";
import { clientError } from "../../errors/clientError";
import { onAbort } from "../../time/onAbort";
import { maxMessageBytes } from "../frame/frame";
import { answerLimit } from "./answerLimits";
import { connectionError } from "./connectionError";
import type { Endpoint } from "./endpoint";
import type { SuiteSeen } from "./handshakeOutcome";
import { isSmMaterial, type TlsMaterial, tlsConnectOptions } from "./tlsMaterial";

export interface HttpPoolOptions {
  connections: number;
  connectTimeoutMs: number;
  maxAnswerBytes: number;
  tls?: TlsMaterial | undefined;
  /** Shown with `dev_` methods only. */
  devToken?: string | undefined;
}

export interface HttpCall {
  method: string;
  body: string;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

/** Keep-alive connections to one endpoint. One request at a time on each: a node answers pipelined requests out of order. */
export interface HttpPool {
  /** Sends one body and gives the answer's text. Throws ChainError `transport` or `tls`. */
  post(call: HttpCall): Promise<string>;
  close(): Promise<void>;
}

type DispatchHandler = Parameters<Pool["dispatch"]>[1];
type DispatchController = Parameters<NonNullable<DispatchHandler["onRequestStart"]>>[0];

const headers = { "content-type": "application/json", accept: "application/json" };

/** SM TLS is loaded with the first connection that needs it. */
function smConnector(
  endpoint: Endpoint,
  tls: TlsMaterial,
  timeoutMs: number,
  seen: SuiteSeen,
): buildConnector.connector {
  const connector = import("./smConnect").then((module) => module.smConnector(endpoint, tls, timeoutMs, seen));
  return (options, callback) => {
    connector.then(
      (connect) => connect(options, callback),
      (error: Error) => callback(error, null),
    );
  };
}

/** This file is the only one that loads undici; import it dynamically. */
export function openHttpPool(endpoint: Endpoint, options: HttpPoolOptions, seen: SuiteSeen = {}): HttpPool {
  const pool = new Pool(endpoint.origin, {
    connections: options.connections,
    pipelining: 1,
    keepAliveTimeout: 30_000,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect:
      endpoint.secure && isSmMaterial(options.tls)
        ? smConnector(endpoint, options.tls, options.connectTimeoutMs, seen)
        : {
            timeout: options.connectTimeoutMs,
            // A node refuses every resumed session by an alert, and undici would offer one (docs/protocol/tls.md, "Sessions").
            maxCachedSessions: 0,
            ...(endpoint.secure ? tlsConnectOptions(options.tls) : {}),
          },
  });
  return {
    post: (call) => post(pool, endpoint, options, call),
    close: () => pool.destroy(),
  };
}

/**
 * One request and its answer. Uses undici's dispatch directly: its `request` builds a stream for every answer, which costs a third of the
 * calls per second.
 */
class Exchange implements DispatchHandler {
  readonly #chunks: Buffer[] = [];
  readonly #timer: NodeJS.Timeout;
  readonly #unheard: (() => void) | undefined;
  #controller: DispatchController | undefined;
  #settled = false;
  #received = 0;

  constructor(
    readonly pool: Pool,
    readonly endpoint: Endpoint,
    readonly maxAnswerBytes: number,
    readonly call: HttpCall,
    readonly resolve: (text: string) => void,
    readonly reject: (error: unknown) => void,
  ) {
    this.#timer = setTimeout(late, call.timeoutMs, this);
    this.#unheard = call.signal && onAbort(call.signal, () => this.cancel());
  }

  get #context(): { endpoint: string; method: string; timeoutMs: number } {
    return { endpoint: this.endpoint.origin, method: this.call.method, timeoutMs: this.call.timeoutMs };
  }

  /** What the signal asks for. */
  cancel(): void {
    this.#fail(clientError("cancelled", this.#context, { cause: this.call.signal?.reason }));
  }

  late(): void {
    const connected = this.#controller !== undefined || this.pool.stats.connected > 0;
    this.#fail(clientError(connected ? "timedOut" : "connectTimedOut", this.#context));
  }

  /** True for the first caller. */
  #settle(): boolean {
    if (this.#settled) return false;
    this.#settled = true;
    clearTimeout(this.#timer);
    this.#unheard?.();
    return true;
  }

  #fail(error: Error): void {
    if (this.#settle()) this.reject(error);
    this.#controller?.abort(error);
  }

  onRequestStart(controller: DispatchController): void {
    this.#controller = controller;
    if (this.#settled) controller.abort(clientError("cancelled", this.#context));
  }

  onResponseStart(_controller: DispatchController, status: number): void {
    if (status === 200) return;
    const code = status >= 500 || status === 429 ? "nodeUnavailable" : "notANode";
    this.#fail(clientError(code, { ...this.#context, found: `HTTP status ${status}`, status }));
  }

  onResponseData(_controller: DispatchController, chunk: Buffer): void {
    this.#received += chunk.length;
    const limitBytes = answerLimit(this.call.method, this.maxAnswerBytes);
    if (this.#received > limitBytes) this.#fail(clientError("answerTooLarge", { ...this.#context, limitBytes }));
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    if (!this.#settle()) return;
    const [only] = this.#chunks;
    this.resolve(utf8Text(only && this.#chunks.length === 1 ? only : Buffer.concat(this.#chunks)));
  }

  onResponseError(_controller: DispatchController, error: Error): void {
    if (this.#settle()) void this.#explain(error).then(this.reject, this.reject);
  }

  /** A node closes the connection without a word when a request is above its limit (docs/protocol/json-rpc.md, "Limits"). */
  async #explain(error: Error): Promise<ChainError> {
    const isSent = this.#controller !== undefined; // it is given just before the first byte goes out
    const found = await connectionError(error, { ...this.#context, isSent });
    const sizeBytes = Buffer.byteLength(this.call.body);
    if (found.code !== "connectionLost" || sizeBytes <= maxMessageBytes) return found;
    const limitBytes = maxMessageBytes;
    return clientError("requestTooLarge", { ...this.#context, sizeBytes, limitBytes }, { cause: found });
  }
}

function late(exchange: Exchange): void {
  exchange.late();
}

function headersOf({ method }: HttpCall, devToken: string | undefined): Record<string, string> {
  return devToken !== undefined && method.startsWith("dev_")
    ? { ...headers, authorization: `Bearer ${devToken}` }
    : headers;
}

function post(pool: Pool, endpoint: Endpoint, options: HttpPoolOptions, call: HttpCall): Promise<string> {
  return new Promise((resolve, reject) => {
    const exchange = new Exchange(pool, endpoint, options.maxAnswerBytes, call, resolve, reject);
    if (call.signal?.aborted) return exchange.cancel();
    pool.dispatch(
      {
        path: "/",
        method: "POST",
        headers: headersOf(call, options.devToken),
        body: call.body,
        headersTimeout: 0,
        bodyTimeout: 0,
      },
      exchange,
    );
  });
}
