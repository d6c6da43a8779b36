import { ChainError } from "../../errors/chainError";
import { clientError } from "../../errors/clientError";
import { neverSent } from "../../errors/nodeError";
import type { NodeTransport, RequestOptions, UnreadAnswer } from "../client/client";
import { maxAnswerLength } from "./answerLimits";
import { parseEndpoint } from "./endpoint";
import { EndpointPool } from "./endpointPool";
import { decodeAnswer, encodeRequest, errorCodeOf } from "./envelope";
import type { HttpCall } from "./httpPool";
import type { TlsMaterial } from "./tlsMaterial";

export interface HttpTransportOptions {
  /** `http://127.0.0.1:20200` or `https://…`; several endpoints of the same chain for fail-over, best first. */
  url: string | readonly string[];
  /** For https: the chain's CA and the client's certificate and key. */
  tls?: TlsMaterial | undefined;
  /** Time limit of a call that names none. Default 10,000, as the official SDKs. */
  timeoutMs?: number;
  /** Of an embedded chain: what its `dev_` methods want to be shown, and nothing else is (docs/devchain.md, "Who may ask"). */
  devToken?: string | undefined;
  /** Connections kept open at most, for each endpoint. Default 16. */
  connections?: number;
  /** An answer longer than this is given up. Default 128 MiB, and 8 MiB for what is short by nature. */
  maxAnswerBytes?: number;
}

/** Asking these twice is not the same as once. */
const onceOnly =
  /^(?:sendTransaction|eth_send\w+|getFilterChanges|eth_getFilterChanges|new\w*Filter|eth_new\w*Filter)$/;

/** Another node may do better: the connection is gone, or what answered has no node behind it. */
const isOfEndpoint = ({ kind, code }: ChainError): boolean =>
  kind === "tls" || code === "connectionLost" || code === "nodeUnavailable" || code === "noAnswerInPage";

/** What a node answers that doesn't serve the group, or not yet (docs/protocol/errors.md). On the web3 port they mean other things. */
const notServed = new Set([-32000, -32004, -320004, -32005]);
const refuses = (text: string, method: string): boolean =>
  !/^(?:eth|net|web3)_/.test(method) && notServed.has(errorCodeOf(text) ?? 0);

/**
 * A transport over HTTP or HTTPS with mutual TLS. Opens no connection and loads no HTTP library before the first request. With
 * several endpoints a request whose connection fails goes to the next, and so does one to a gateway without its node, or to a node that
 * doesn't serve the group yet; the one that answered last is asked first from then on. A request that can have reached a node is repeated
 * only where asking twice changes nothing; sendTransaction never is.
 * @throws ChainError usage `badUrl`.
 */
export function createHttpTransport(options: HttpTransportOptions): NodeTransport {
  const urls = typeof options.url === "string" ? [options.url] : options.url;
  const defaultTimeoutMs = options.timeoutMs ?? 10_000;
  const endpoints = urls.map(parseEndpoint);
  if (endpoints.length === 0) throw clientError("badUrl", { url: "" });
  const pools = endpoints.map(
    (endpoint) =>
      new EndpointPool(endpoint, {
        connections: options.connections ?? 16,
        // With others to go to, a host that swallows packets must leave time for them.
        connectTimeoutMs: urls.length > 1 ? Math.min(defaultTimeoutMs / 2, 3000) : Math.min(defaultTimeoutMs, 10_000),
        maxAnswerBytes: options.maxAnswerBytes ?? maxAnswerLength,
        tls: options.tls,
        devToken: options.devToken,
      }),
  );
  let preferred = 0;
  let closed = false;
  let lastId = 0;
  const at = (index: number): EndpointPool => pools[index % pools.length] as EndpointPool;

  /** Every endpoint once, a single one twice: an idle connection may have been closed by the node just now. */
  async function post(call: HttpCall): Promise<{ text: string; endpoint: string }> {
    const tries = Math.max(pools.length, 2);
    const first = preferred;
    const isOnce = onceOnly.test(call.method);
    const deadline = Date.now() + call.timeoutMs;
    let failure: unknown;
    let refusal: { text: string; endpoint: string } | undefined;
    for (let index = first; index < first + tries; index++) {
      const pool = at(index);
      try {
        const timeoutMs = index === first ? call.timeoutMs : Math.max(deadline - Date.now(), 1);
        const text = await pool.post({ ...call, timeoutMs });
        const found = { text, endpoint: pool.endpoint.origin };
        if (pools.length > 1 && refuses(text, call.method)) {
          refusal ??= found;
          preferred = (index + 1) % pools.length;
          if (!isOnce && !call.signal?.aborted && !closed) continue;
          return found;
        }
        preferred = index % pools.length;
        return found;
      } catch (error) {
        failure ??= error;
        if (!(error instanceof ChainError)) throw failure;
        const unsent = neverSent(error);
        if (error.code === "timedOut" || (!unsent && isOfEndpoint(error))) preferred = (index + 1) % pools.length;
        const again =
          (unsent || (!isOnce && isOfEndpoint(error))) && (pools.length > 1 || error.code === "connectionLost");
        if (!again || call.signal?.aborted || closed) break;
      }
    }
    // what a node said of the group tells more than that another is gone
    if (refusal) return refusal;
    throw failure;
  }

  async function answer(method: string, params: readonly unknown[], call: RequestOptions = {}): Promise<UnreadAnswer> {
    const endpoint = at(preferred).endpoint.origin;
    if (closed) throw clientError("transportClosed", { endpoint, method });
    if (call.signal?.aborted) throw clientError("cancelled", { endpoint, method }, { cause: call.signal.reason });
    lastId += 1;
    const id = lastId;
    const found = await post({
      method,
      body: encodeRequest(id, method, params),
      timeoutMs: call.timeoutMs ?? defaultTimeoutMs,
      signal: call.signal,
    });
    return { ...found, id };
  }

  return {
    get label(): string {
      return at(preferred).endpoint.origin;
    },
    get smSuite(): string | undefined {
      return at(preferred).smSuite;
    },
    answer,
    async request(
      method: string,
      params: readonly unknown[],
      call?: RequestOptions,
      isExact?: (result: unknown) => boolean,
    ): Promise<unknown> {
      return decodeAnswer(await answer(method, params, call), method, isExact);
    },
    endpoints: async () => urls.map((url) => createHttpTransport({ ...options, url, connections: 1 })),
    async close(): Promise<void> {
      closed = true;
      await Promise.all(pools.map((pool) => pool.close()));
    },
  };
}
