import { t } from "../text/catalogue";

import { joinSentences, labelled, noted, stopped } from "../text/joining";
import type { ChainError } from "./chainError";
import { excerpt } from "./clientError";
import { explainError, revertStatus, toChainError } from "./dictionary";
import { revertMessage } from "./revertText";

/** What a person reads about an error. */
export interface ErrorText {
  /** What it means, and what the node or the contract said of it. */
  readonly message: string;
  readonly advice: string;
}

/** No node's words are told at greater length, in characters. */
const maxWordsLength = 1000;

/** What a person reads about an error, in the chosen language. The same in every front. */
export async function errorText(error: ChainError): Promise<ErrorText> {
  const { meaning, advice, message: translated } = await explainError(error);
  const nodeText = excerpt(revertMessage(error.nodeMessage ?? ""), maxWordsLength);
  const own = typeof error.code === "number" && nodeText !== "" && !meaning.includes(nodeText);
  if (!own) return { message: stopped(meaning), advice };
  const message = translated === undefined ? nodeText : noted(translated, nodeText);
  // A reason is the contract's own word, and what a developer looks for: it comes at once.
  if (error.kind === "execution" && error.code === revertStatus)
    return { message: stopped(labelled(meaning, message)), advice };
  return { message: joinSentences(stopped(meaning), stopped(t("Node message: {0}", message))), advice };
}

/** An error as one piece of text in the chosen language: what it means, what the chain said of it, and what to do. */
export async function errorSentence(error: unknown): Promise<string> {
  const { message, advice } = await errorText(toChainError(error));
  return joinSentences(message, advice);
}
