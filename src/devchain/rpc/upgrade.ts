import { randomBytes } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { serverName } from "./httpServer";

const hasToken = (header: string | undefined, token: string): boolean =>
  (header ?? "").split(",").some((each) => each.trim().toLowerCase() === token);

/** Whether a request that Node.js takes for an upgrade is one to a node's server: all others are read as any request. */
export function asksForWebSocket({ method, httpVersion, headers }: IncomingMessage): boolean {
  return method === "GET" && httpVersion === "1.1" && hasToken(headers.upgrade, "websocket");
}

/** Gives a request back to the server as it would have come without its wish for another protocol. */
export function readWithoutUpgrade(server: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const { method, url, httpVersion, rawHeaders } = request;
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const [name = "", value = ""] = rawHeaders.slice(i, i + 2);
    if (!/^(?:upgrade|http2-settings)$/i.test(name)) lines.push(`${name}: ${value.replace(/\bupgrade\b/gi, "x")}`);
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"), head]));
  server.emit("connection", socket);
}

/** What the node's server says to a handshake that lacks something. */
interface Refusal {
  readonly status: string;
  readonly headers: readonly string[];
  readonly words: string;
}

/** A key is 16 bytes in base64. */
const maxKeyLength = 24;

/** Undefined for a handshake that can be taken (docs/protocol/websocket.md, "Connection"). */
export function refusalOf(headers: IncomingHttpHeaders): Refusal | undefined {
  const bad = (words: string): Refusal => ({
    status: "400 Bad Request",
    headers: [],
    words: `The WebSocket handshake ${words}`,
  });
  const { host, "sec-websocket-key": key, "sec-websocket-version": version } = headers;
  if (host === undefined) return bad("Host field is missing");
  if (key === undefined) return bad("Sec-WebSocket-Key field is missing");
  if (key.length > maxKeyLength) return bad("Sec-WebSocket-Key field is invalid");
  if (version === undefined) return bad("Sec-WebSocket-Version field is missing");
  if (version === "13") return undefined;
  const { words } = bad("Sec-WebSocket-Version field is invalid");
  return { status: "426 Upgrade Required", headers: ["Sec-WebSocket-Version: 13"], words };
}

/** Ends a refused wish for a WebSocket, without looking at it. */
export function forbidUpgrade(socket: Duplex, words: string): void {
  const lines = ["HTTP/1.1 403 Forbidden", "Connection: close", `Content-Length: ${words.length}`];
  socket.on("error", () => socket.destroy());
  socket.end(`${lines.join("\r\n")}\r\n\r\n${words}`, "latin1");
  socket.resume();
}

/** How long a refused client may take to go away. */
const refusedLimitMs = 30_000;

/** The node's server answers in HTTP, sends a masked closing frame, and waits for the client to go. */
export function refuseUpgrade(socket: Duplex, { status, headers, words }: Refusal): void {
  const mask = randomBytes(4);
  const normalClosure = [0x03 ^ (mask[0] ?? 0), 0xe8 ^ (mask[1] ?? 0)];
  const lines = [`HTTP/1.1 ${status}`, ...headers, `Content-Length: ${words.length}`, `Server: ${serverName}`];
  socket.write(`${lines.join("\r\n")}\r\n\r\n${words}`);
  socket.write(Buffer.from([0x88, 0x82, ...mask, ...normalClosure]));
  const limit = setTimeout(() => socket.destroy(), refusedLimitMs).unref();
  socket.on("end", () => socket.destroy());
  socket.on("close", () => clearTimeout(limit));
  socket.resume();
}
