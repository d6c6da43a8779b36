/** A word, number, string or sign of a source; comments are left out. */
export interface Token {
  readonly text: string;
  /** UTF-16 offsets. */
  readonly start: number;
  readonly end: number;
  readonly kind: "word" | "number" | "string" | "sign";
}

const isWordStart = (unit: number): boolean =>
  (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || unit === 95 || unit === 36;
const isDigit = (unit: number): boolean => unit >= 48 && unit <= 57;
const isWordPart = (unit: number): boolean => isWordStart(unit) || isDigit(unit);

/** End of a string that begins at `start`; one that no one closes ends with its line. */
function stringEnd(text: string, start: number): number {
  const quote = text.charCodeAt(start);
  for (let i = start + 1; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 92) i++;
    else if (unit === quote) return i + 1;
    else if (unit === 10) return i;
  }
  return text.length;
}

/** End of a comment that begins at `start`, or −1 where none begins. */
function commentEnd(text: string, start: number): number {
  if (text.charCodeAt(start) !== 47) return -1;
  const next = text.charCodeAt(start + 1);
  if (next === 47) {
    const end = text.indexOf("\n", start);
    return end < 0 ? text.length : end;
  }
  if (next !== 42) return -1;
  const end = text.indexOf("*/", start + 2);
  return end < 0 ? text.length : end + 2;
}

/** Words and signs of a source, also of one that is half written; one pass, never throws. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (let i = 0; i < text.length; ) {
    const unit = text.charCodeAt(i);
    const comment = commentEnd(text, i);
    if (comment >= 0) {
      i = comment;
      continue;
    }
    if (unit <= 32) {
      i++;
      continue;
    }
    let end = i + 1;
    let kind: Token["kind"] = "sign";
    if (isWordStart(unit)) {
      kind = "word";
      while (end < text.length && isWordPart(text.charCodeAt(end))) end++;
    } else if (isDigit(unit)) {
      kind = "number";
      while (end < text.length && (isWordPart(text.charCodeAt(end)) || text.charCodeAt(end) === 46)) end++;
    } else if (unit === 34 || unit === 39) {
      kind = "string";
      end = stringEnd(text, i);
    }
    tokens.push({ text: text.slice(i, end), start: i, end, kind });
    i = end;
  }
  return tokens;
}

/** Whether an offset is within a comment or a string: where no name is meant. */
export function quotedAt(text: string, offset: number): "comment" | "string" | undefined {
  for (let i = 0; i < offset; ) {
    const comment = commentEnd(text, i);
    if (comment >= 0) {
      const isLine = text.charCodeAt(i + 1) === 47;
      if (offset < comment || (offset === comment && (isLine || !text.startsWith("*/", comment - 2)))) return "comment";
      i = comment;
      continue;
    }
    const unit = text.charCodeAt(i);
    if (unit === 34 || unit === 39) {
      const end = stringEnd(text, i);
      const closed = end - i > 1 && text.charCodeAt(end - 1) === unit;
      if (offset < end || (offset === end && !closed)) return "string";
      i = end;
      continue;
    }
    i++;
  }
  return undefined;
}
