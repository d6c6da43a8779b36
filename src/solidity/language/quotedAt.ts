import { type Comment, type Tokens, tokenBefore, tokenKinds } from "./syntax/lexer";

/** The comment that an offset is within, or right behind where nothing closes it. */
export function commentAt({ text, comments }: Tokens, offset: number): Comment | undefined {
  return comments.find(({ start, end }) => {
    if (start >= offset || offset > end) return false;
    const isClosed = text.startsWith("/*", start) && end - start >= 4 && text.startsWith("*/", end - 2);
    return offset < end || !isClosed;
  });
}

/** Whether an offset is within a comment or a string: where no name is meant. */
export function quotedAt(tokens: Tokens, offset: number): "comment" | "string" | undefined {
  if (commentAt(tokens, offset)) return "comment";
  const { text, kinds, starts, ends } = tokens;
  const at = tokenBefore(tokens, offset);
  const [start, end] = [starts[at] ?? 0, ends[at] ?? 0];
  if (kinds[at] !== tokenKinds.string) return undefined;
  const quote = text.slice(start, end).search(/["']/) + start;
  const closed = end - quote > 1 && text[end - 1] === text[quote];
  const onLine = !/[\r\n]/.test(text.slice(end, offset));
  return offset < end || (offset === end && !closed && onLine) ? "string" : undefined;
}

/** Where the word begins that is written before an offset, and the dot before it; blanks and comments may be between these. */
export function wordBefore(
  tokens: Tokens,
  offset: number,
): { readonly start: number; readonly dot: number | undefined } {
  const { text, words, starts } = tokens;
  let start = offset;
  while (start > 0 && /[\w$]/.test(text[start - 1] ?? "")) start--;
  const before = tokenBefore(tokens, start);
  return { start, dot: words[before] === "." ? starts[before] : undefined };
}
