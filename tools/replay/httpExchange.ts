import { request } from "node:http";
import type { Exchange } from "./recording";

/** What a port answered over HTTP. */
export interface HttpAnswer {
  readonly status: number;
  readonly rawHeaders: readonly string[];
  readonly body: string;
}

/** What the client's library says of itself anew for every request. */
const ownHeaders = new Set(["content-length", "host", "connection", "transfer-encoding", "expect"]);

/** Sends a recorded request on a connection of its own, as it was recorded. @throws Error after `limitMs` without an answer. */
export function sendExchange(exchange: Exchange, base: string, body: string, limitMs: number): Promise<HttpAnswer> {
  const url = `${base}${new URL(exchange.url).pathname}`;
  const headers = Object.fromEntries(
    Object.entries(exchange.headers).filter(([key]) => !ownHeaders.has(key.toLowerCase())),
  );
  return new Promise((resolve, reject) => {
    const options = {
      method: exchange.method,
      headers: { ...headers, "content-length": Buffer.byteLength(body) },
      agent: false,
    };
    const sent = request(url, options, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          rawHeaders: response.rawHeaders,
          body: Buffer.concat(chunks).toString(),
        }),
      );
    });
    sent.setTimeout(limitMs, () => sent.destroy(new Error(`no answer within ${limitMs} ms`)));
    sent.on("error", reject);
    sent.end(body);
  });
}

/** Status line and headers without what depends on the length of a body that cannot be equal. */
export const envelopeOf = ({ status, rawHeaders }: Omit<HttpAnswer, "body">): string =>
  `${status} ${rawHeaders.map((text, index) => (/^content-length$/i.test(rawHeaders[index - 1] ?? "") ? "…" : text)).join("|")}`;
