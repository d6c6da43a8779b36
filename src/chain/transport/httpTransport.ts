import type { RequestOptions, Transport } from "../client";
import { clientError } from "../errors/clientError";
import { parseEndpoint } from "./endpoint";
import { decodeAnswer, encodeRequest } from "./envelope";
import type { HttpPool } from "./httpPool";

export interface HttpTransportOptions {
  /** `http://127.0.0.1:20200`. */
  url: string;
  /** Time limit of a call that names none. Default 10,000, as the official SDKs. */
  timeoutMs?: number;
  /** Connections kept open at most. Default 16. */
  connections?: number;
  /** An answer longer than this is given up. Default 256 MiB. */
  maxAnswerBytes?: number;
}

/**
 * A transport over HTTP. Opens no connection and loads no HTTP library before the first request.
 * @throws ChainError usage `badUrl`.
 */
export function createHttpTransport(options: HttpTransportOptions): Transport {
  const endpoint = parseEndpoint(options.url);
  const defaultTimeoutMs = options.timeoutMs ?? 10_000;
  let opening: Promise<HttpPool> | undefined;
  let closed = false;
  let lastId = 0;

  const open = (): Promise<HttpPool> => {
    opening ??= import("./httpPool").then(({ openHttpPool }) =>
      openHttpPool(endpoint, {
        connections: options.connections ?? 16,
        connectTimeoutMs: Math.min(defaultTimeoutMs, 10_000),
        maxAnswerBytes: options.maxAnswerBytes ?? 256 * 1024 * 1024,
      }),
    );
    return opening;
  };

  return {
    label: endpoint.origin,
    async request(method: string, params: readonly unknown[], call: RequestOptions = {}): Promise<unknown> {
      const context = { endpoint: endpoint.origin, method };
      if (closed) throw clientError("transportClosed", context);
      if (call.signal?.aborted) throw clientError("cancelled", context, { cause: call.signal.reason });
      lastId += 1;
      const id = lastId;
      const pool = await open();
      const text = await pool.post({
        method,
        body: encodeRequest(id, method, params),
        timeoutMs: call.timeoutMs ?? defaultTimeoutMs,
        signal: call.signal,
      });
      return decodeAnswer(text, id, context);
    },
    async close(): Promise<void> {
      closed = true;
      await (await opening)?.close();
    },
  };
}
