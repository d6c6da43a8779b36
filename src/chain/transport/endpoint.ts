import { clientError, excerpt } from "../../errors/clientError";
import { defaultRpcPort } from "../../facts/ports";

/** Address of a node, checked. */
export interface Endpoint {
  /** `http://127.0.0.1:20200`, without path. */
  origin: string;
  secure: boolean;
  /** Written as `ws://` or `wss://`: it means the node's WebSocket. */
  webSocket: boolean;
  host: string;
  port: number;
}

/**
 * Reads `http://host:port` or `https://host:port` (`ws://` and `wss://` are the same port by its other name); `host:port` alone means http,
 * a missing port means 20200. Path and query do not matter to a node and are dropped.
 * @throws ChainError usage `badUrl`.
 */
export function parseEndpoint(url: string): Endpoint {
  const text = url.trim();
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const parsed = URL.canParse(withScheme) ? new URL(withScheme) : undefined;
  const secure = parsed?.protocol === "https:" || parsed?.protocol === "wss:";
  const plain = parsed?.protocol === "http:" || parsed?.protocol === "ws:";
  const isBare = parsed?.username === "" && parsed.password === "";
  if (!parsed || !(secure || plain) || !isBare || parsed.hostname === "" || parsed.port === "0") {
    throw clientError("badUrl", { url: excerpt(text.replace(/\/\/[^/@]*@/, "//…@")) });
  }
  const written = /:(\d+)(?:[/?#]|$)/.exec(
    withScheme.replace(/^[a-z0-9+.-]+:\/\//i, "").replace(/^\[[^\]]*\]/, ""),
  )?.[1];
  const port = written === undefined ? defaultRpcPort : Number(written);
  return {
    origin: `${secure ? "https" : "http"}://${parsed.hostname}:${port}`,
    secure,
    webSocket: parsed.protocol.startsWith("ws"),
    host: parsed.hostname.replace(/^\[|\]$/g, ""),
    port,
  };
}

/**
 * Whether an address is reached by TLS: the one place that decides it, for requests, WebSockets, certificates and what is said of them.
 * False for what is no address; connecting to that says so.
 */
export function isSecure(url: string): boolean {
  try {
    return parseEndpoint(url).secure;
  } catch {
    return false;
  }
}

/** `host:port` for a line of a list, without the scheme. */
export const bareAddress = (url: string): string => url.trim().replace(/^(?:https?|wss?):\/\//i, "");
