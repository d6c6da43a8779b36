import { findMethod } from "../../src/chain/rpc/methodTable";
import { decodeResult } from "../../src/chain/rpc/wireMethod";
import { connectionError } from "../../src/chain/transport/connectionError";
import { decodeAnswer } from "../../src/chain/transport/envelope";
import { ChainError } from "../../src/errors/chainError";
import { clientError } from "../../src/errors/clientError";
import { explainError } from "../../src/errors/dictionary";

export type Json = Record<string, unknown>;

/** A request and what came back, as recorded. */
export interface Exchange {
  name: string;
  endpoint: string;
  body: string;
  response?: { status: number; body: string };
  /** The connection failed instead. */
  failure?: { message: string; code?: string };
}

/** What the client makes of an exchange. */
export interface Outcome {
  name: string;
  /** Wire method, or a heading in parentheses when the request names none. */
  method: string;
  params: readonly unknown[];
  value?: unknown;
  error?: ChainError;
  problem?: string;
}

export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** Every recorded HTTP exchange inside a record, however deep. */
export function findExchanges(record: unknown, name: string, into: Exchange[] = []): Exchange[] {
  if (Array.isArray(record)) for (const item of record) findExchanges(item, name, into);
  if (!isObject(record)) return into;
  const { request, response, error } = record;
  if (isObject(request) && typeof request["url"] === "string" && (isObject(response) || isObject(error))) {
    const exchange: Exchange = { name, endpoint: request["url"], body: textOf(request["body"]) };
    if (isObject(response)) exchange.response = { status: Number(response["status"]), body: textOf(response["body"]) };
    else if (isObject(error)) exchange.failure = { message: textOf(error["message"]), code: textOf(error["code"]) };
    into.push(exchange);
    return into;
  }
  for (const member of Object.values(record)) findExchanges(member, name, into);
  return into;
}

/** Methods that the web3 port answers without doing anything; the client offers none of them (docs/protocol/json-rpc.md). */
const web3Stub = /^eth_(?:sign\w*|sendTransaction|getUncle\w+|subscribe|unsubscribe)$/;

function parseRequest(body: string): Json | unknown[] | undefined {
  try {
    const parsed: unknown = JSON.parse(body);
    return isObject(parsed) || Array.isArray(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** Failures of a node have a number; each kind has its range. */
function expectedKind(code: number): string {
  if (code >= 10000 && code < 20000) return "txpool";
  return code > 0 && code < 1000 ? "execution" : "rpc";
}

/** What is wrong with an error: kind, or no entry in the dictionary in both languages. */
export async function errorProblem(error: unknown): Promise<string | undefined> {
  if (!(error instanceof ChainError)) return `not a ChainError: ${String(error)}`;
  if (error.kind === "decode") return `${error.message}`;
  if (typeof error.code === "number" && error.kind !== expectedKind(error.code))
    return `${error.code} became ${error.kind}`;
  const [english, chinese] = await Promise.all([explainError(error, "en"), explainError(error, "zh")]);
  if (!/\p{Script=Han}/u.test(chinese.meaning) || !/\p{Script=Han}/u.test(chinese.advice))
    return `no Chinese entry for ${error.code}`;
  if (english.meaning === "" || english.advice === "") return `no advice for ${error.code}`;
  return undefined;
}

/** Takes one answer through the client's decoding. */
export async function decodeOne(name: string, endpoint: string, request: unknown, answer: string): Promise<Outcome> {
  const asked = isObject(request) ? request : {};
  const method = textOf(asked["method"]) || "(envelope)";
  const params = Array.isArray(asked["params"]) ? asked["params"] : [];
  const id = typeof asked["id"] === "number" && Number.isSafeInteger(asked["id"]) ? asked["id"] : undefined;
  const outcome: Outcome = { name, method, params };
  try {
    const result = await decodeAnswer({ text: answer, id, endpoint }, method);
    const definition = findMethod(method);
    if (definition) outcome.value = decodeResult(definition, result);
    else if (web3Stub.test(method)) outcome.method = "(stub of the web3 port)";
    else if (method !== "(envelope)") outcome.problem = "a result of a method that the client does not know";
  } catch (error) {
    const problem = await errorProblem(error);
    if (problem !== undefined) outcome.problem = problem;
    if (error instanceof ChainError) outcome.error = error;
  }
  if (outcome.error?.code === -32601 && !findMethod(method)) outcome.method = "(unknown method)";
  return outcome;
}

async function failed(exchange: Exchange, error: unknown): Promise<Outcome> {
  const problem = await errorProblem(error);
  return { name: exchange.name, method: "(connection)", params: [], ...(problem === undefined ? {} : { problem }) };
}

/** What the client makes of an exchange; a batch gives one outcome an answer. */
export async function decodeExchange(exchange: Exchange): Promise<Outcome[]> {
  const { name, endpoint, response, failure } = exchange;
  if (failure) {
    const cause = Object.assign(new Error(failure.message), { code: failure.code });
    if (failure.code?.startsWith("HPE_")) cause.name = "HTTPParserError";
    const error = await connectionError(cause, { endpoint, method: "(recorded)", timeoutMs: 0 });
    return [await failed(exchange, error)];
  }
  if (!response) return [];
  if (response.status !== 200) {
    return [await failed(exchange, clientError("notANode", { endpoint, found: `HTTP status ${response.status}` }))];
  }
  const request = parseRequest(exchange.body);
  if (Array.isArray(request) && response.body.startsWith("[")) {
    const answers = JSON.parse(response.body) as Json[];
    const ofAnswer = (answer: Json): unknown => request.find((one) => isObject(one) && one["id"] === answer["id"]);
    return Promise.all(answers.map((answer) => decodeOne(name, endpoint, ofAnswer(answer), JSON.stringify(answer))));
  }
  return [await decodeOne(name, endpoint, Array.isArray(request) ? undefined : request, response.body)];
}
