import { expect } from "vitest";
import { ChainError } from "../../src/errors/chainError";

/** The error that an action ends with: it has to. */
export async function errorOf(action: Promise<unknown>): Promise<ChainError> {
  const error: unknown = await action.then(
    (value) => expect.fail(`it ended with ${String(value)}`),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ChainError);
  return error as ChainError;
}

/** The code of that error. */
export const codeOf = async (action: Promise<unknown>): Promise<string | number> => (await errorOf(action)).code;

/** `kind code: message` of the error that an action ends with; "done" when it does not. */
export async function failure(action: Promise<unknown>): Promise<string> {
  try {
    await action;
    return "done";
  } catch (error) {
    if (error instanceof ChainError) return `${error.kind} ${error.code}: ${error.message}`;
    throw error;
  }
}
