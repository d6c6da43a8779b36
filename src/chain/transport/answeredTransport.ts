import { ChainError, type ChainErrorInit } from "../../errors/chainError";
import type { NodeTransport, RequestOptions, UnreadAnswer } from "../client/client";
import { decodeAnswer } from "./envelope";

/** What a program of ours that has no connection asks of the one that has it. */
export interface ChainQuestion {
  readonly method: string;
  readonly params: readonly unknown[];
  readonly timeoutMs: number | undefined;
}

/** A node's answer as it came, or why there is none. */
export type ChainAnswer = UnreadAnswer | { readonly error: ChainErrorInit };

/**
 * A transport over another process' connection: answers come as the node wrote them, and are read here.
 * @param label for people
 * @param ask asks the process that has the connection
 */
export function answeredTransport(
  label: string,
  ask: (question: ChainQuestion, signal: AbortSignal | undefined) => Promise<ChainAnswer>,
): NodeTransport {
  const unread = async (
    method: string,
    params: readonly unknown[],
    options?: RequestOptions,
  ): Promise<UnreadAnswer> => {
    const answer = await ask({ method, params, timeoutMs: options?.timeoutMs }, options?.signal);
    if ("error" in answer) throw new ChainError(answer.error);
    return answer;
  };
  return {
    label,
    answer: unread,
    request: async (method, params, options, isExact) =>
      decodeAnswer(await unread(method, params, options), method, isExact),
    close: async () => undefined,
  };
}
