import type { ChainAnswer, ChainQuestion } from "../../../chain/transport/answeredTransport";
import type { ChainErrorInit } from "../../../errors/chainError";
import { toChainError } from "../../../errors/dictionary";
import type { GroupConnection } from "./chainGroup";

const maxMs = 120_000;

/**
 * Asks a chain for a program of ours: gives what the node answered, unread, or the error in parts.
 * @param connection throws where there is none
 * @param askable what that program may ask: nothing that changes a chain
 */
export async function answerForProgram(
  connection: () => Pick<GroupConnection, "answer">,
  askable: ReadonlySet<string>,
  { method, params, timeoutMs }: ChainQuestion,
): Promise<ChainAnswer> {
  try {
    if (!askable.has(method)) throw new Error(`this program may not ask ${method}`);
    const limit = timeoutMs !== undefined && timeoutMs > 0 ? Math.min(timeoutMs, maxMs) : maxMs;
    return await connection().answer(method, params, { timeoutMs: limit });
  } catch (thrown) {
    const { kind, code, message, advice, nodeMessage, details } = toChainError(thrown);
    return { error: { kind, code, message, advice, nodeMessage, details } as ChainErrorInit };
  }
}
