import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createServer } from "node:http";
import { type WebSocket, WebSocketServer } from "ws";
import { type OpenPort, openPort, readBody } from "../../http/listening";
import { judge, type Reach, refusalBody } from "../../http/reach";
import type { AnswerContext, MadeUp } from "../model/answerContext";
import type { Web3Proxy } from "../proxy/web3Proxy";
import { type Answered, answerBody } from "./answerBody";
import { Subscriptions } from "./subscriptions";

/** Longest body, as a node's web3 port has it. */
const maxBody = 10_240_000;
const maxConnections = 256;

/** What was answered, for a log. */
export interface AnswerNote extends Answered {
  readonly madeUp: readonly MadeUp[];
}

interface Web3ServerOptions {
  /** 0 takes any free port. */
  readonly port: number;
  /** Where it listens, and who may ask. */
  readonly reach: Reach;
  readonly onAnswer?: (note: AnswerNote) => void;
}

/** Pages that may ask are told so; the last for browsers that guard networks of their own. */
const corsHeaders = (origin: string | undefined, { allowOrigins }: Reach): Record<string, string> => {
  const allowed = origin ?? (allowOrigins.includes("*") ? "*" : undefined);
  if (allowed === undefined) return {};
  return {
    "access-control-allow-origin": allowed,
    "access-control-allow-methods": "GET, POST, OPTIONS",
    "access-control-allow-headers": "Content-Type, Authorization",
    "access-control-expose-headers": "Chainside-Made-Up",
    "access-control-max-age": "86400",
    "access-control-allow-private-network": "true",
    ...(allowed === "*" ? {} : { vary: "Origin" }),
  };
};

function respond(response: ServerResponse, status: number, body: string, headers: Record<string, string>): void {
  response.writeHead(status, {
    "content-type": "application/json",
    "x-content-type-options": "nosniff",
    ...headers,
    "content-length": String(Buffer.byteLength(body)),
  });
  response.end(body);
}

/** Answers requests over HTTP: with what was made up in a header, to those who may ask. */
function httpListener(proxy: Web3Proxy, { reach, onAnswer }: Web3ServerOptions) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    const verdict = judge(request, reach);
    if (verdict.kind === "refused") {
      request.resume();
      respond(response, 403, refusalBody(verdict.words), { connection: "close" });
      return;
    }
    const cors = corsHeaders(verdict.origin, reach);
    if (request.method === "OPTIONS") {
      request.resume();
      respond(response, 204, "", cors);
      return;
    }
    if (request.method !== "POST") {
      request.resume();
      respond(response, 405, "", { ...cors, allow: "POST, OPTIONS" });
      return;
    }
    const stop = new AbortController();
    response.on("close", () => stop.abort());
    const agent = request.headers["user-agent"] ?? "";
    const context: AnswerContext = { agent, signal: stop.signal, madeUp: new Set() };
    readBody(request, maxBody, (body) => {
      answered(proxy, body, context, onAnswer)
        .then((text) => {
          const madeUp = [...context.madeUp].join(", ");
          respond(response, 200, text, { ...cors, ...(madeUp === "" ? {} : { "chainside-made-up": madeUp }) });
        })
        .catch(() => response.destroy());
    });
  };
}

const answered = (
  proxy: Web3Proxy,
  body: string,
  context: AnswerContext,
  onAnswer: Web3ServerOptions["onAnswer"],
  answer: Web3Proxy["answer"] = proxy.answer.bind(proxy),
): Promise<string> => answerBody(body, answer, context, (each) => onAnswer?.({ ...each, madeUp: [...context.madeUp] }));

/** JSON-RPC over WebSocket on the same port, in frames of text, with subscriptions. */
function attachSockets(server: Server, proxy: Web3Proxy, { reach, onAnswer }: Web3ServerOptions): WebSocketServer {
  const sockets = new WebSocketServer({
    server,
    perMessageDeflate: false,
    maxPayload: maxBody,
    verifyClient: ({ req }, decide) =>
      judge(req, reach).kind === "taken" ? decide(true) : decide(false, 403, "Forbidden"),
  });
  sockets.on("error", () => undefined);
  sockets.on("connection", (socket: WebSocket, request) => {
    const send = (text: string): void => {
      if (socket.readyState === socket.OPEN) socket.send(text);
    };
    const subscriptions = new Subscriptions(proxy.parts, send);
    const stop = new AbortController();
    const agent = request.headers["user-agent"] ?? "";
    const answer: Web3Proxy["answer"] = async (method, params, context) => {
      if (method === "eth_subscribe") return subscriptions.subscribe(params);
      if (method === "eth_unsubscribe") return subscriptions.unsubscribe(params[0]);
      return proxy.answer(method, params, context);
    };
    socket.on("error", () => socket.terminate());
    socket.on("close", () => {
      stop.abort();
      subscriptions.close();
    });
    socket.on("message", (data) => {
      const context: AnswerContext = { agent, signal: stop.signal, madeUp: new Set() };
      answered(proxy, String(data), context, onAnswer, answer)
        .then(send)
        .catch(() => socket.terminate());
    });
  });
  return sockets;
}

/** Serves a proxy over HTTP and WebSocket on one port. @throws the system's error when the port is taken */
export async function serveWeb3(proxy: Web3Proxy, options: Web3ServerOptions): Promise<OpenPort> {
  const server = createServer({ maxHeaderSize: 16_384 }, httpListener(proxy, options));
  const sockets = attachSockets(server, proxy, options);
  const { host } = options.reach;
  const opened = await openPort(server, { host, port: options.port, maxConnections });
  return {
    ...opened,
    async close() {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
      await opened.close();
    },
  };
}
