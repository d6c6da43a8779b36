import { toChainError } from "../../chain/errors/dictionary";
import { errorWords } from "../../chain/errors/errorWords";
import { joinSentences } from "../../text/joining";

/** An error as one piece of text in the chosen language: what it means, what the chain said of it, and what to do. */
export async function errorSentence(error: unknown): Promise<string> {
  const { message, advice } = await errorWords(toChainError(error));
  return joinSentences(message, advice);
}
