import { OutOfBounds } from "../../text/limits/outOfBounds";
import { inParallel } from "../../time/inParallel";
import type { AnswerContext } from "../model/answerContext";
import { isObject } from "../model/values";
import { errorCodes, Web3Error } from "../model/web3Error";

/** Requests of one batch. */
const maxBatch = 1000;
/** Of a batch at once. */
const atOnce = 8;

type Answer = (method: string, params: readonly unknown[], context: AnswerContext) => Promise<unknown>;

/** What is wrong with a method that failed in a way that no one foresaw; the log has it. */
const unforeseen = (error: unknown): Web3Error =>
  error instanceof OutOfBounds
    ? new Web3Error(errorCodes.limitExceeded, error.message)
    : new Web3Error(errorCodes.internal, "internal error");

const idOf = (request: unknown): unknown => {
  const id = isObject(request) ? request["id"] : undefined;
  return typeof id === "string" || typeof id === "number" ? id : null;
};

function failed(id: unknown, { code, message, data }: Web3Error): object {
  return { jsonrpc: "2.0", id, error: { code, message, ...(data === undefined ? {} : { data }) } };
}

/** What is heard of a request that was answered. */
export interface Answered {
  readonly method: string;
  readonly error?: unknown;
}

async function answerOne(
  request: unknown,
  answer: Answer,
  context: AnswerContext,
  onAnswered: (answered: Answered) => void,
): Promise<object> {
  const id = idOf(request);
  if (!isObject(request) || typeof request["method"] !== "string")
    return failed(id, new Web3Error(errorCodes.invalidRequest, "invalid request"));
  const { method, params } = request;
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
 * Answers the text of a request or of a batch with a text. Never throws: what can't be read is answered with an error.
 * @param onAnswered hears of each request
 */
export async function answerBody(
  body: string,
  answer: Answer,
  context: AnswerContext,
  onAnswered: (answered: Answered) => void,
): Promise<string> {
  let asked: unknown;
  try {
    asked = JSON.parse(body);
  } catch {
    return JSON.stringify(failed(null, new Web3Error(-32700, "parse error")));
  }
  if (!Array.isArray(asked)) return JSON.stringify(await answerOne(asked, answer, context, onAnswered));
  if (asked.length === 0) return JSON.stringify(failed(null, new Web3Error(errorCodes.invalidRequest, "empty batch")));
  if (asked.length > maxBatch)
    return JSON.stringify(
      failed(null, new Web3Error(errorCodes.invalidRequest, `batch too large: at most ${maxBatch} requests`)),
    );
  // in the order of the batch, one begun after the other: transactions of an account come in their order
  const answers = await inParallel(asked, atOnce, (request) => answerOne(request, answer, context, onAnswered));
  return JSON.stringify(answers);
}
