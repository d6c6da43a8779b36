const isWord = (char: string | undefined): boolean => char !== undefined && /^[\w$]$/.test(char);

/** Where a bracket that ends at a place began; −1 where it did not. */
function opening(text: string, end: number): number {
  let depth = 0;
  for (let at = end; at >= 0; at--) {
    const char = text[at];
    if (char === "]" || char === ")") depth++;
    else if (char === "[" || char === "(") {
      depth--;
      if (depth === 0) return at;
    }
  }
  return -1;
}

/**
 * The expression that ends in the word at a column, as far as it stands in the line: `book[msg.sender][7].amount` above `amount`,
 * `book` above `book`. Undefined where no word stands.
 */
export function expressionAt(
  text: string,
  column: number,
): { readonly start: number; readonly end: number } | undefined {
  if (!isWord(text[column])) return undefined;
  let end = column;
  while (isWord(text[end])) end++;
  let start = column;
  while (isWord(text[start - 1])) start--;
  const word = start;
  while (text[start - 1] === ".") {
    let at = start - 2;
    while (text[at] === "]" || text[at] === ")") {
      at = opening(text, at) - 1;
      if (at < -1) return { start: word, end };
    }
    if (!isWord(text[at])) return { start: word, end };
    while (isWord(text[at - 1])) at--;
    start = at;
  }
  return /^\d/.test(text.slice(start, end)) ? undefined : { start, end };
}
