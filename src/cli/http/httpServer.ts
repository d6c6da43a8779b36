import { createServer, type IncomingMessage, type RequestListener, type ServerResponse, STATUS_CODES } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { type OpenPort, openPort } from "../../http/listening";
import { judge, type Reach } from "../../http/reach";
import { isLoopback } from "../../text/loopback";

const maxConnections = 256;

/** PEM texts. */
export interface ServerTls {
  readonly cert: string;
  readonly key: string;
}

/** What an answer has, beside its body. */
interface AnswerHead {
  readonly type: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

const usualHeaders = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};

/** Answers a request whole. Nothing is kept by browsers and proxies where it isn't said. */
export function answer(
  response: ServerResponse,
  { type, status = 200, headers }: AnswerHead,
  body: string | Uint8Array,
): void {
  if (response.destroyed || response.headersSent) return;
  response.writeHead(status, { ...usualHeaders, "cache-control": "no-store", ...headers, "content-type": type });
  response.end(body);
}

export const answerText = (response: ServerResponse, status: number, text = STATUS_CODES[status] ?? ""): void =>
  answer(response, { type: "text/plain; charset=utf-8", status }, `${text}\n`);

export const answerJson = (response: ServerResponse, value: unknown, status = 200): void =>
  answer(response, { type: "application/json", status }, JSON.stringify(value));

export function redirect(
  response: ServerResponse,
  location: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  answer(response, { type: "text/plain; charset=utf-8", status: 303, headers: { ...headers, location } }, "");
}

/** The value of a cookie. */
export function cookieOf({ headers }: IncomingMessage, name: string): string | undefined {
  for (const part of (headers.cookie ?? "").slice(0, 8192).split(";")) {
    const equals = part.indexOf("=");
    if (equals > 0 && part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim();
  }
  return undefined;
}

/** Whether a request comes from a page of ours: browsers say so, and a page of another site can't say otherwise. */
export function isOwnOrigin({ headers }: IncomingMessage): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin";
  const { origin, host } = headers;
  if (origin === undefined) return false;
  return URL.canParse(origin) && new URL(origin).host === host;
}

/**
 * Listens. On an address of this machine alone, a page of another site that names this address as its own is refused.
 * @throws as `openPort`
 */
export function listen(
  { host, port }: { readonly host: string; readonly port: number },
  tls: ServerTls | undefined,
  serve: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<OpenPort> {
  const onlyLocal = isLoopback(host);
  // What pages of other sites may do is decided where there is something to do (`isOwnOrigin`).
  const anyPage: Reach = { host, allowHosts: [], allowOrigins: ["*"] };
  const handle: RequestListener = (request, response) => {
    if (onlyLocal && judge(request, anyPage).kind === "refused") {
      answerText(response, 403);
      return;
    }
    serve(request, response).catch(() => {
      if (response.headersSent) response.destroy();
      else answerText(response, 500);
    });
  };
  const limits = { requestTimeout: 10_000, maxHeaderSize: 16_384 };
  const server = tls
    ? createSecureServer({ ...limits, ...tls, minVersion: "TLSv1.2", handshakeTimeout: 10_000 }, handle)
    : createServer(limits, handle);
  return openPort(server, { host, port, maxConnections });
}
