import { clientError, excerpt } from "../../errors/clientError";
import { nodeError } from "../../errors/nodeError";
import type { UnreadAnswer } from "../client/client";
import { JsonBomb, parseExactJson, stringifyExactJson } from "../json/exactJson";
import { harmOf } from "./harmfulRequest";

/** Where an answer came from, for error texts. */
interface AnswerContext {
  endpoint: string;
  method: string;
}

interface Envelope {
  id?: unknown;
  result?: unknown;
  error?: unknown;
}

/**
 * The request as a node wants it: numeric id, `params` always an array, never a batch (docs/protocol/json-rpc.md, "Envelope").
 * @throws ChainError usage `stopsChain`, `endsNodes`: what would harm a node is sent by no front
 */
export function encodeRequest(id: number, method: string, params: readonly unknown[]): string {
  const harm = harmOf(method, params);
  if (harm) throw harm;
  return stringifyExactJson({ jsonrpc: "2.0", method, params, id });
}

function parseAnswer(text: string, context: AnswerContext, isExact?: (result: unknown) => boolean): Envelope {
  let answer: unknown;
  try {
    answer = parseExactJson(text, isExact && ((plain) => isExact((plain as Envelope | null)?.result)));
  } catch (cause) {
    if (cause instanceof JsonBomb)
      throw clientError("answerTooComplex", { ...context, problem: cause.message }, { cause });
    if (/^\s*<(?:!doctype|html|\?xml|head|body)/i.test(text)) {
      throw clientError("notANode", { ...context, found: "an HTML page" }, { cause });
    }
    throw clientError("notJson", { ...context, begins: excerpt(text, 40) }, { cause });
  }
  if (typeof answer !== "object" || answer === null || Array.isArray(answer))
    throw clientError("notAnEnvelope", { ...context });
  return answer;
}

/** Errors of requests that a node could not read. */
const withoutId: ReadonlySet<number> = new Set([-32600, -32700]);

/** Errors of nodes are short: a long answer is a result. */
const maxErrorLength = 64 * 1024;

/** The number of an answer that is an error, without what else it says; undefined for any other answer. */
export function errorCodeOf(text: string): number | undefined {
  if (text.length > maxErrorLength || !text.includes('"error"')) return undefined;
  try {
    const { error } = JSON.parse(text) as { error?: { code?: unknown } | null };
    return typeof error?.code === "number" ? error.code : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Takes the `result` out of an answer. An error object becomes the ChainError of its code. The id is compared where a node is able to echo
 * it: after -32600 and -32700 it is an uninitialised number. Another's refusal must not be taken for one's own.
 * @throws ChainError `rpc` or `txpool` for an error of the node, `decode` or `transport` for what is no answer of a node.
 */
export async function decodeAnswer(
  { text, id, endpoint }: Omit<UnreadAnswer, "id"> & { readonly id: number | undefined },
  method: string,
  isExact?: (result: unknown) => boolean,
): Promise<unknown> {
  const context = { endpoint, method };
  const answer = parseAnswer(text, context, isExact);
  const { error } = answer;
  if (error !== undefined && error !== null) {
    const { code, message } = error as { code?: unknown; message?: unknown };
    if (typeof code !== "number" && typeof code !== "bigint") throw clientError("notAnEnvelope", { ...context });
    const isOthers = id !== undefined && typeof answer.id === "number" && answer.id !== id;
    if (isOthers && !withoutId.has(Number(code))) throw clientError("wrongId", { ...context });
    throw await nodeError(Number(code), typeof message === "string" ? message : "", { ...context });
  }
  if (!("result" in answer)) throw clientError("notAnEnvelope", { ...context });
  if (id !== undefined && answer.id !== id) throw clientError("wrongId", { ...context });
  return answer.result;
}
