import { joinSentences } from "../../../text/joining";
import type { ErrorReporter } from "./errorReporter";

/** Runs a check of typed text: the sentence to show beneath the question when it throws, else undefined. */
export async function complaint(
  app: { readonly errors: ErrorReporter },
  check: () => void | Promise<void>,
): Promise<string | undefined> {
  try {
    await check();
    return undefined;
  } catch (error) {
    return sentence(app, error);
  }
}

/** An error as one piece of text: what it means and what to do. */
export async function sentence(app: { readonly errors: ErrorReporter }, error: unknown): Promise<string> {
  const { message, advice } = await app.errors.words(error);
  return joinSentences(message, advice);
}
