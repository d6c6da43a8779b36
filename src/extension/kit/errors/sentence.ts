import type { Chainside } from "../../state/chainside";
import { joinSentences } from "./joinSentences";

/** An error as one piece of text: what it means and what to do. */
export async function sentence(app: Pick<Chainside, "errors">, error: unknown): Promise<string> {
  const { message, advice } = await app.errors.words(error);
  return joinSentences(message, advice);
}
