import type { ErrorReporter } from "./errorReporter";
import { sentence } from "./sentence";

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
