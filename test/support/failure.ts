import { ChainError } from "../../src/chain/errors/chainError";

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
