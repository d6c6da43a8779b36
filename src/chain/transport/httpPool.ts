import { Pool } from "undici";
import type { ChainError } from "../errors/chainError";
import { clientError } from "../errors/clientError";
import { connectionError } from "./connectionError";
import type { Endpoint } from "./endpoint";
import { type TlsMaterial, tlsConnectOptions } from "./tlsMaterial";

export interface HttpPoolOptions {
  connections: number;
  connectTimeoutMs: number;
  maxAnswerBytes: number;
  tls?: TlsMaterial | undefined;
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

/** This file is the only one that loads undici; import it dynamically. */
export function openHttpPool(endpoint: Endpoint, options: HttpPoolOptions): HttpPool {
  const pool = new Pool(endpoint.origin, {
    connections: options.connections,
    pipelining: 1,
    keepAliveTimeout: 30_000,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { timeout: options.connectTimeoutMs, ...(endpoint.secure ? tlsConnectOptions(options.tls) : {}) },
  });
  return {
    post: (call) => post(pool, endpoint, options.maxAnswerBytes, call),
    close: () => pool.destroy(),
  };
}

/** Uses undici's dispatch directly: its `request` builds a stream for every answer, which costs a third of the calls per second. */
function post(pool: Pool, endpoint: Endpoint, maxAnswerBytes: number, call: HttpCall): Promise<string> {
  const context = { endpoint: endpoint.origin, method: call.method, timeoutMs: call.timeoutMs };
  return new Promise((resolve, reject) => {
    let controller: DispatchController | undefined;
    let settled = false;
    const chunks: Buffer[] = [];
    let received = 0;
    const finish = (settle: () => void): void => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      call.signal?.removeEventListener("abort", onAbort);
      settle();
    };
    const fail = (error: Error): void => {
      finish(() => reject(error));
      controller?.abort(error);
    };
    const onAbort = (): void => fail(clientError("cancelled", context, { cause: call.signal?.reason }));
    const late = (): ChainError => {
      const connected = controller !== undefined || pool.stats.connected > 0;
      return clientError(connected ? "timedOut" : "connectTimedOut", context);
    };
    const timer = setTimeout(() => fail(late()), call.timeoutMs);
    if (call.signal?.aborted) return onAbort();
    call.signal?.addEventListener("abort", onAbort, { once: true });
    pool.dispatch(
      { path: "/", method: "POST", headers, body: call.body, headersTimeout: 0, bodyTimeout: 0 },
      {
        onRequestStart(started) {
          controller = started;
          if (settled) started.abort(clientError("cancelled", context));
        },
        onResponseStart(_started, status) {
          if (status !== 200) fail(clientError("notANode", { ...context, found: `HTTP status ${status}`, status }));
        },
        onResponseData(_started, chunk) {
          received += chunk.length;
          if (received > maxAnswerBytes)
            fail(clientError("answerTooLarge", { ...context, limitBytes: maxAnswerBytes }));
          else chunks.push(chunk);
        },
        onResponseEnd() {
          finish(() => resolve(chunks.length === 1 ? String(chunks[0]) : Buffer.concat(chunks).toString("utf8")));
        },
        onResponseError(_started, error) {
          finish(() => void connectionError(error, context).then(reject, reject));
        },
      },
    );
  });
}
