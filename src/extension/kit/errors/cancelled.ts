import { toChainError } from "../../../errors/dictionary";

/**
 * The user went back on a question, or VS Code no longer wants an answer. Commands end quietly with it, and so does a language provider:
 * VS Code knows a cancellation by this name and message, and logs whatever else a provider throws as a fault.
 */
export class Cancelled extends Error {
  override readonly name = "Canceled";
  constructor() {
    super("Canceled");
  }
}

/** Whether something was cancelled: by a person, or by a signal on its way to a node. */
export const isCancelled = (error: unknown): boolean =>
  error instanceof Cancelled || toChainError(error).code === "cancelled";
