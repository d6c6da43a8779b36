import type { ErrorLanguage } from "./dictionary";
import phrases from "./logPhrases.json";

/** A phrase of a node's log or error text, with what it means and what to do. */
interface LogPhrase {
  /** The words as they stand in the text. */
  readonly found: string;
  readonly meaning: Readonly<Record<ErrorLanguage, string>>;
  readonly advice: Readonly<Record<ErrorLanguage, string>>;
}

/** Characters of a text that are searched: a selection of thousands of lines. */
const lookedAt = 1024 * 1024;

/** Known phrases of a text (docs/protocol/errors.md, "Words of the log"). */
export function findLogPhrases(text: string): LogPhrase[] {
  const head = text.slice(0, lookedAt);
  return phrases.flatMap(({ pattern, meaning, advice }) => {
    const found = new RegExp(pattern, "i").exec(head)?.[0];
    return found === undefined ? [] : [{ found, meaning, advice }];
  });
}
