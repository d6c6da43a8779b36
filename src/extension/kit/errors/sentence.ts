import { joinSentences } from "../../../text/joining";
import type { ErrorReporter } from "./errorReporter";

/** An error as one piece of text: what it means and what to do. */
export async function sentence(app: { readonly errors: ErrorReporter }, error: unknown): Promise<string> {
  const { message, advice } = await app.errors.words(error);
  return joinSentences(message, advice);
}
