import * as vscode from "vscode";

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

/** Lines that values are shown behind at most. */
const maxInlineLines = 200;

/** The line on which the function begins that a line is in; the line itself where none does above it. */
function functionStart(document: vscode.TextDocument, line: number): number {
  for (let at = line; at >= 0 && at > line - maxInlineLines; at--)
    if (/^\s*(?:function|constructor|modifier|fallback|receive)\b/.test(document.lineAt(at).text)) return at;
  return line;
}

/**
 * Names of the function's code above where execution stands: those that are variables are shown behind their lines. What stands above the
 * function may have the same names, but has other values or none.
 */
export const inlineValues: vscode.InlineValuesProvider = {
  provideInlineValues: (document, viewPort, { stoppedLocation }) => {
    const values: vscode.InlineValue[] = [];
    const last = Math.min(stoppedLocation.end.line, viewPort.end.line);
    const first = Math.max(viewPort.start.line, functionStart(document, stoppedLocation.start.line));
    for (let line = first; line <= last; line++) {
      const text = document.lineAt(line).text.split("//")[0] ?? "";
      for (const { index, 0: name } of text.matchAll(/[A-Za-z_$][\w$]*/g)) {
        const range = new vscode.Range(line, index, line, index + name.length);
        values.push(new vscode.InlineValueVariableLookup(range, name, true));
      }
    }
    return values;
  },
};
