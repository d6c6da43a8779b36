import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type WebSocket, WebSocketServer } from "ws";
import { parseExactJson, stringifyExactJson } from "../../chain/json/exactJson";
import { bodyOf, type OpenPort, openPort } from "../../http/listening";
import { judge, type Reach, refusalBody } from "../../http/reach";
import { OutOfBounds } from "../../text/limits/outOfBounds";
import { inParallel } from "../../time/inParallel";
import type { AnswerContext, MadeUp } from "../model/answerContext";
import { isObject } from "../model/values";
import { errorCodes, Web3Error } from "../model/web3Error";
import type { Web3Proxy } from "../proxy/web3Proxy";
import { Subscriptions } from "./subscriptions";

/** Requests of one batch. */
const maxBatch = 1000;
/** Of a batch at once. */
const atOnce = 8;

type Answer = (method: string, params: readonly unknown[], context: AnswerContext) => Promise<unknown>;

/** What is wrong with a method that failed in an unforeseen way; the log has it. */
const unforeseen = (error: unknown): Web3Error =>
  error instanceof OutOfBounds
    ? new Web3Error(errorCodes.limitExceeded, error.message)
    : new Web3Error(errorCodes.internal, "internal error");

/** A number of any size, as it was written. */
const idOf = (request: unknown): unknown => {
  const id = isObject(request) ? request["id"] : undefined;
  return typeof id === "string" || typeof id === "number" || typeof id === "bigint" ? id : null;
};

function failed(id: unknown, { code, message, data }: Web3Error): object {
  return { jsonrpc: "2.0", id, error: { code, message, ...(data === undefined ? {} : { data }) } };
}

/** What is heard of a request that was answered. */
interface Answered {
  readonly method: string;
  readonly error?: unknown;
}

/** @returns undefined for a notification: a request without an ID is done, and has no answer */
async function answerOne(
  request: unknown,
  answer: Answer,
  context: AnswerContext,
  onAnswered: (answered: Answered) => void,
): Promise<object | undefined> {
  const id = idOf(request);
  if (!isObject(request) || typeof request["method"] !== "string")
    return failed(id, new Web3Error(errorCodes.invalidRequest, "invalid request"));
  const { method, params } = request;
  if (!Object.hasOwn(request, "id")) {
    await answerOne({ ...request, id: null }, answer, context, onAnswered);
    return undefined;
  }
  if (params !== undefined && params !== null && !Array.isArray(params))
    return failed(id, new Web3Error(errorCodes.invalidParams, "non-array args"));
  try {
    const result = await answer(method, params ?? [], context);
    onAnswered({ method });
    return { jsonrpc: "2.0", id, result: result === undefined ? null : result };
  } catch (error) {
    onAnswered({ method, error });
    return failed(id, error instanceof Web3Error ? error : unforeseen(error));
  }
}

/**
 * Answers the text of a request or of a batch with a text, which is empty where there was nothing but notifications. Never throws: what
 * can't be read is answered with an error.
 * @param onAnswered hears of each request
 */
async function answerBody(
  body: string,
  answer: Answer,
  context: AnswerContext,
  onAnswered: (answered: Answered) => void,
): Promise<string> {
  const answers = await answersOf(body, answer, context, onAnswered);
  return answers === undefined ? "" : stringifyExactJson(answers);
}

/** What goes back for a body; undefined for nothing. */
async function answersOf(
  body: string,
  answer: Answer,
  context: AnswerContext,
  onAnswered: (answered: Answered) => void,
): Promise<unknown> {
  let asked: unknown;
  try {
    asked = parseExactJson(body);
  } catch {
    return failed(null, new Web3Error(errorCodes.parse, "parse error"));
  }
  if (!Array.isArray(asked)) return answerOne(asked, answer, context, onAnswered);
  if (asked.length === 0) return failed(null, new Web3Error(errorCodes.invalidRequest, "empty batch"));
  if (asked.length > maxBatch)
    return failed(null, new Web3Error(errorCodes.invalidRequest, `batch too large: at most ${maxBatch} requests`));
  // in the order of the batch, one begun after the other: transactions of an account come in their order
  const answers = await inParallel(asked, atOnce, (request) => answerOne(request, answer, context, onAnswered));
  const spoken = answers.filter((each) => each !== undefined);
  return spoken.length === 0 ? undefined : spoken;
}

/** Longest body, as a node's web3 port has it. */
const maxBody = 10_240_000;
const tooLong = stringifyExactJson(
  failed(null, new Web3Error(errorCodes.limitExceeded, `a request has at most ${maxBody} bytes`)),
);
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
    bodyOf(request, response, maxBody)
      .then(async (body) => {
        if (body === undefined) {
          respond(response, 413, tooLong, cors);
          return;
        }
        const text = await answered(proxy, body, context, onAnswer);
        const madeUp = [...context.madeUp].join(", ");
        const headers = { ...cors, ...(madeUp === "" ? {} : { "chainside-made-up": madeUp }) };
        respond(response, text === "" ? 204 : 200, text, headers);
      })
      .catch(() => response.destroy());
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
      if (text !== "" && socket.readyState === socket.OPEN) socket.send(text);
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
