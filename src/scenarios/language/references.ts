/** A piece of a text: words as they are, or what stands in `${…}`. */
type TextPart = { readonly words: string } | { readonly reference: string };

/** Takes a text apart at its `${name}`; `$${` stands for `${`. A `${` without an end is words. */
export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let words = "";
  let at = 0;
  let end = -1;
  for (;;) {
    const start = text.indexOf("${", at);
    if (start >= 0 && end < start) end = text.indexOf("}", start);
    if (start < 0 || end < 0) break;
    if (text[start - 1] === "$" && start > at) {
      words += `${text.slice(at, start - 1)}\${`;
      at = start + 2;
      continue;
    }
    words += text.slice(at, start);
    if (words !== "") parts.push({ words });
    words = "";
    parts.push({ reference: text.slice(start + 2, end).trim() });
    at = end + 1;
  }
  words += text.slice(at);
  if (words !== "") parts.push({ words });
  return parts;
}

const nameForm = /^[\p{L}_][\p{L}\p{M}\p{N}_]{0,63}/u;

/** The name that a text begins with; empty where it begins with none. */
export const leadingName = (text: string): string => nameForm.exec(text)?.[0] ?? "";

/** Names of accounts, contracts and variables: letters of any script, digits and underscores. */
export const isName = (text: string): boolean => text !== "" && leadingName(text) === text;

/** `shop.sell(uint256)` → contract and member; an empty member where there is no dot. */
export function splitName(text: string): { readonly contract: string; readonly member: string } {
  const dot = text.indexOf(".");
  return dot < 0 ? { contract: text, member: "" } : { contract: text.slice(0, dot), member: text.slice(dot + 1) };
}
