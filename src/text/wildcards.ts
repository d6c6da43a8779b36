/** A pattern, part by part: which part stands for any characters, and which character fits another part. */
interface WildcardParts {
  readonly length: number;
  isAny(part: number): boolean;
  fits(part: number, character: string): boolean;
}

/** Whether the whole text fits, in a time that grows with its length times that of the pattern at most. */
function fitsParts(text: string, { length, isAny, fits }: WildcardParts): boolean {
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

/** More alternatives than a person writes: `{a,b}{a,b}…` doubles with each. */
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

/** A part of a pattern: any characters, one character, or one of (or none of) some. */
type GlobPart = { readonly kind: "any" } | { readonly kind: "one"; readonly fits: (character: string) => boolean };

/** `[a-z]`, `[!0-9]` at a place of a pattern; undefined where it is never closed. */
function characterClass(pattern: string, from: number): { readonly part: GlobPart; readonly end: number } | undefined {
  const isNot = pattern[from + 1] === "!" || pattern[from + 1] === "^";
  const first = from + (isNot ? 2 : 1);
  // one that stands first is a character of the class
  const end = pattern.indexOf("]", first + 1);
  if (end < 0) return undefined;
  const body = pattern.slice(first, end);
  const ranges: (readonly [string, string])[] = [];
  for (let at = 0; at < body.length; at++) {
    const low = body[at] ?? "";
    const isRange = body[at + 1] === "-" && at + 2 < body.length;
    ranges.push([low, isRange ? (body[at + 2] ?? low) : low]);
    if (isRange) at += 2;
  }
  const fits = (character: string): boolean =>
    ranges.some(([low, high]) => character >= low && character <= high) !== isNot;
  return { part: { kind: "one", fits }, end };
}

function partsOf(pattern: string): WildcardParts {
  const parts: GlobPart[] = [];
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at] ?? "";
    const found = character === "[" ? characterClass(pattern, at) : undefined;
    if (found) {
      parts.push(found.part);
      at = found.end;
    } else if (character === "*") {
      if (parts.at(-1)?.kind !== "any") parts.push({ kind: "any" });
    } else if (character === "?") parts.push({ kind: "one", fits: () => true });
    else parts.push({ kind: "one", fits: (other) => other === character });
  }
  return {
    length: parts.length,
    isAny: (at) => parts[at]?.kind === "any",
    fits: (at, character) => {
      const part = parts[at];
      return part?.kind === "one" && part.fits(character);
    },
  };
}

/** Folders that there need not be: a pattern with a double star before a slash also stands for one without both. */
function withoutFolders(pattern: string): string[] {
  const at = pattern.indexOf("**/");
  if (at < 0 || (at > 0 && pattern[at - 1] !== "/")) return [pattern];
  const [before, after] = [pattern.slice(0, at), pattern.slice(at + 3)];
  return withoutFolders(after).flatMap((rest) => [`${before}**/${rest}`, before + rest]);
}

/** More forms of one pattern than a person means. */
const maxForms = 256;

/**
 * Patterns of paths as Foundry reads them (globset, separators not special): `*` and `?` stand for slashes, too, `{a,b}` for either,
 * `[a-z]` for one character.
 * @param pattern with slashes between folders
 */
export function pathGlob(pattern: string): (path: string) => boolean {
  const forms = alternatives(pattern).flatMap(withoutFolders).slice(0, maxForms).map(partsOf);
  return (path) => forms.some((parts) => fitsParts(path, parts));
}
