/** A pattern, part by part: which part stands for any characters, and which character fits another part. */
export interface WildcardParts {
  readonly length: number;
  isAny(part: number): boolean;
  fits(part: number, character: string): boolean;
}

/** Whether the whole text fits, in a time that grows with its length times that of the pattern at most. */
export function fitsParts(text: string, { length, isAny, fits }: WildcardParts): boolean {
  let [at, part, any, resume] = [0, 0, -1, 0];
  while (at < text.length) {
    if (part < length && isAny(part)) {
      any = part++;
      resume = at;
    } else if (part < length && fits(part, text[at] ?? "")) {
      at++;
      part++;
    } else if (any >= 0) {
      part = any + 1;
      at = ++resume;
    } else return false;
  }
  while (part < length && isAny(part)) part++;
  return part === length;
}

/** Whether the whole text is as the pattern; `*` stands for anything, `?` for one character. */
export const isLike = (text: string, pattern: string): boolean =>
  fitsParts(text, {
    length: pattern.length,
    isAny: (part) => pattern[part] === "*",
    fits: (part, character) => pattern[part] === "?" || pattern[part] === character,
  });

/** More alternatives than anyone writes: `{a,b}{a,b}…` doubles with each. */
const maxPatterns = 64;

/** `{a,b}.sol` → `a.sol`, `b.sol`. */
export function alternatives(pattern: string): string[] {
  const done: string[] = [];
  const waiting = [pattern];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const close = next.indexOf("}");
    const open = close < 0 ? -1 : next.lastIndexOf("{", close);
    if (open < 0 || done.length + waiting.length >= maxPatterns) {
      done.push(next);
      continue;
    }
    const [before, after] = [next.slice(0, open), next.slice(close + 1)];
    for (const each of next.slice(open + 1, close).split(",")) waiting.push(before + each + after);
  }
  return done;
}
