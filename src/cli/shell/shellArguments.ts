const opening: Readonly<Record<string, string>> = { "[": "]", "{": "}" };

/** Where a list or struct that begins at `at` ends; the length where it isn't closed. Brackets in quotes count for nothing. */
function endOfBrackets(line: string, at: number): number {
  let depth = 0;
  let quote = "";
  for (let i = at; i < line.length; i++) {
    const sign = line[i] ?? "";
    if (quote !== "") {
      if (sign === "\\") i++;
      else if (sign === quote) quote = "";
    } else if (sign === '"' || sign === "'") quote = sign;
    else if (sign in opening) depth++;
    else if (sign === "]" || sign === "}") {
      depth--;
      if (depth === 0) return i + 1;
    }
  }
  return line.length;
}

/**
 * The words of a line as the official console takes them: blanks separate, quotes keep blanks together and are taken away. A word that
 * begins with `[` or `{` is a list or struct as it stands.
 */
export function shellArguments(line: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  for (let at = 0; at < line.length; ) {
    const sign = line[at] ?? "";
    if (/\s/.test(sign)) {
      if (word !== undefined) words.push(word);
      word = undefined;
      at++;
    } else if (word === undefined && sign in opening) {
      const end = endOfBrackets(line, at);
      word = line.slice(at, end);
      at = end;
    } else if (sign === '"' || sign === "'") {
      const close = line.indexOf(sign, at + 1);
      const end = close < 0 ? line.length : close;
      word = (word ?? "") + line.slice(at + 1, end);
      at = end + 1;
    } else {
      word = (word ?? "") + sign;
      at++;
    }
  }
  if (word !== undefined) words.push(word);
  return words;
}
