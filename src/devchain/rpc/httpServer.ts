import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import type { Socket } from "node:net";
import { maxMessageBytes } from "../../chain/frame/frame";
import type { TlcpMaterial } from "../../chain/tlcp/credentials";
import { type OpenPort, openPort, readBody } from "../../http/listening";
import { judge, type Reach, refusalBody } from "../../http/reach";
import type { Client } from "../execution/timeSlice";
import type { TlsServerMaterial } from "./secureConnections";

type Headers = readonly (readonly [name: string, value: string])[];

const corsBasics: Headers = [
  ["Access-Control-Allow-Methods", "GET, POST, OPTIONS"],
  ["Access-Control-Allow-Headers", "Content-Type, Authorization, X-Requested-With"],
  ["Access-Control-Max-Age", "86400"],
  ["Access-Control-Allow-Credentials", "true"],
];
/** What a node sends with every answer. */
const anyOriginHeaders: Headers = [["Access-Control-Allow-Origin", "*"], ...corsBasics];

/** For a page that was allowed by its name; the last for browsers that guard networks of their own. */
const originHeaders = (origin: string): Headers => [
  ["Access-Control-Allow-Origin", origin],
  ["Vary", "Origin"],
  ...corsBasics,
  ["Access-Control-Allow-Private-Network", "true"],
];

/** A request whose head has more bytes is closed without an answer. */
const maxHeadLength = 8192;

/** How a node's server names itself. */
export const serverName = "Boost.Beast/357";

export interface HttpServerOptions {
  /** 0 takes any free port. */
  readonly port: number;
  readonly tls?: TlsServerMaterial | undefined;
  /** SM TLS instead. */
  readonly smTls?: TlcpMaterial | undefined;
  /** Where it listens, and who may ask. */
  readonly reach: Reach;
  /**
   * Where pages of any origin may ask: tells them so, and answers OPTIONS with 204, as nodes since 3.16 do; before, OPTIONS is a request
   * like any other. Default: true.
   */
  readonly anyOrigin?: boolean;
  /** Longest body in bytes. Default: that of a frame. */
  readonly maxBodyLength?: number;
  /** Answers a body with a body. The client is gone when its connection is. */
  readonly answer: (body: string, headers: IncomingHttpHeaders, client: Client) => Promise<string>;
}

/** The headers that let a page read the answer. */
function corsHeaders({ reach, anyOrigin }: HttpServerOptions, origin: string | undefined): Headers {
  if (origin !== undefined) return originHeaders(origin);
  return reach.allowOrigins.includes("*") && anyOrigin !== false ? anyOriginHeaders : [];
}

interface Answer {
  readonly status: 200 | 204 | 403;
  /** Pure ASCII. */
  readonly body: string;
  readonly cors: Headers;
}

const statusText = { 200: "OK", 204: "No Content", 403: "Forbidden" } as const;

function respond(request: IncomingMessage, response: ServerResponse, { status, body, cors }: Answer): void {
  const headers: string[] = ["Server", serverName, "Content-Type", "application/json"];
  const close = !response.shouldKeepAlive;
  if (close && request.httpVersion !== "1.0") headers.push("Connection", "close");
  for (const [key, value] of cors) headers.push(key, value);
  headers.push("Content-Length", String(status === 204 ? 0 : body.length));
  if (request.httpVersion === "1.0") {
    const lines = [`HTTP/1.0 ${status === 204 ? "200 OK" : `${status} ${statusText[status]}`}`];
    for (let i = 0; i < headers.length; i += 2) lines.push(`${headers[i]}: ${headers[i + 1]}`);
    request.socket.end(`${lines.join("\r\n")}\r\n\r\n${body}`, "latin1");
    return;
  }
  response.sendDate = false;
  if (!close) response.removeHeader("Connection");
  response.writeHead(status, headers);
  // as text it goes out with its headers in one piece
  response.end(status === 204 ? undefined : body, "latin1");
}

/** A page that may not ask gets no word that it could read, and its connection ends: nothing of its request is looked at. */
function refuse(request: IncomingMessage, response: ServerResponse, words: string): void {
  response.shouldKeepAlive = false;
  response.on("finish", () => request.socket.destroySoon());
  request.resume();
  respond(request, response, { status: 403, body: refusalBody(words), cors: [] });
}

/**
 * Collects answers and gives them to their sockets when everything that has arrived is read: one after the other, they wake a
 * reader once. Each on its own wakes it each time, which costs the system more than a block number costs us.
 */
function answerQueue(): (write: () => void) => void {
  let waiting: (() => void)[] = [];
  const flush = (): void => {
    const answers = waiting;
    waiting = [];
    for (const write of answers) write();
  };
  return (write) => {
    if (waiting.push(write) === 1) setImmediate(flush);
  };
}

/** Who sent a request. */
class HttpClient implements Client {
  readonly #socket: Socket;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  get gone(): boolean {
    return this.#socket.destroyed;
  }
}

function listener(options: HttpServerOptions): RequestListener {
  const enqueue = answerQueue();
  return (request, response) => {
    const verdict = judge(request, options.reach);
    if (verdict.kind === "refused") {
      refuse(request, response, verdict.words);
      return;
    }
    const cors = corsHeaders(options, verdict.origin);
    if (request.method === "OPTIONS" && cors.length > 0) {
      request.resume();
      respond(request, response, { status: 204, body: "", cors });
      return;
    }
    const { socket } = request;
    const client = new HttpClient(socket);
    readBody(request, options.maxBodyLength ?? maxMessageBytes, (body) => {
      options.answer(body, request.headers, client).then(
        (text) => enqueue(() => respond(request, response, { status: 200, body: text, cors })),
        () => socket.destroy(),
      );
    });
  };
}

/** Listens for JSON-RPC over HTTP as a node does: any method, any path, always 200 (json-rpc.md, "Envelope"). */
export async function startHttpServer(options: HttpServerOptions): Promise<OpenPort> {
  const settings = {
    requireHostHeader: false,
    keepAliveTimeout: 0,
    requestTimeout: 0,
    headersTimeout: 0,
    maxHeaderSize: maxHeadLength,
  };
  const server = createServer(settings, listener(options));
  if (options.tls) (await import("./secureConnections")).secureConnections(server, options.tls);
  if (options.smTls) (await import("./smConnections")).smConnections(server, options.smTls);
  return openPort(server, { host: options.reach.host, port: options.port });
}
