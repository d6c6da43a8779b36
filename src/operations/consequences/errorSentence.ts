import { explainError, toChainError } from "../../chain/errors/dictionary";
import { joinSentences, stopped } from "../../text/joining";

/** An error as one piece of text in the chosen language: what it means and what to do. */
export async function errorSentence(error: unknown): Promise<string> {
  const { meaning, advice } = await explainError(toChainError(error));
  return joinSentences(stopped(meaning), advice);
}
