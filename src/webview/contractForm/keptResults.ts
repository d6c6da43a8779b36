import type { FormResult } from "./messages";

/** Results that stay on the page. */
const maxResults = 20;
/** Characters of all of them together that the window keeps. */
const maxCharacters = 200_000;

/** The results with this one before them: as many as stay, the newest first. A very long one stays alone. */
export function withResult(results: readonly FormResult[], newest: FormResult): FormResult[] {
  const kept: FormResult[] = [];
  let characters = 0;
  for (const result of [newest, ...results].slice(0, maxResults)) {
    characters += JSON.stringify(result).length;
    if (kept.length > 0 && characters > maxCharacters) break;
    kept.push(result);
  }
  return kept;
}
