/** What a node cuts from both ends: space, tab, line ends, vertical tab, form feed; no other blanks of Unicode. */
const isBlank = (code: number): boolean => code === 0x20 || (code >= 0x09 && code <= 0x0d);

/** First offset from `start` that holds no blank, or `end`. */
export function skipBlanks(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && isBlank(text.charCodeAt(at))) at++;
  return at;
}

/** Offset after the last character before `end` that is no blank, or `start`. */
export function trimEnd(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && isBlank(text.charCodeAt(at - 1))) at--;
  return at;
}

/** Without the blanks around it that a C++ stream skips. */
export function trimBlanks(text: string): string {
  const start = skipBlanks(text, 0, text.length);
  return text.slice(start, trimEnd(text, start, text.length));
}
