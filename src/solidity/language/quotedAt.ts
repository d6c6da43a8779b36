import { type Tokens, tokenKinds } from "./syntax/lexer";

const isLineEnd = (unit: number): boolean => unit === 10 || unit === 13;

/** Whether an offset is within a comment or a string: where no name is meant. */
export function quotedAt(tokens: Tokens, offset: number): "comment" | "string" | undefined {
  const { text, comments, kinds, starts, ends, count } = tokens;
  for (const { start, end } of comments) {
    if (start >= offset) break;
    const isOpen = text.startsWith("//", start) || !text.endsWith("*/") || text.slice(end - 2, end) !== "*/";
    if (offset < end || (offset === end && isOpen)) return "comment";
  }
  let [low, high] = [0, count - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) < offset) low = middle;
    else high = middle - 1;
  }
  const [start, end] = [starts[low] ?? 0, ends[low] ?? 0];
  if (kinds[low] !== tokenKinds.string || start >= offset) return undefined;
  const quote = text.slice(start, end).search(/["']/) + start;
  const closed = end - quote > 1 && text[end - 1] === text[quote];
  const onLine = ![...text.slice(end, offset)].some((each) => isLineEnd(each.charCodeAt(0)));
  return offset < end || (offset === end && !closed && onLine) ? "string" : undefined;
}
