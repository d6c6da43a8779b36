import { lex, tokenKinds } from "./syntax/lexer";

/** A word, number, string or sign of a source; comments are left out. */
export interface Token {
  readonly text: string;
  /** UTF-16 offsets. */
  readonly start: number;
  readonly end: number;
  readonly kind: "word" | "number" | "string" | "sign";
}

const kinds = { [tokenKinds.word]: "word", [tokenKinds.number]: "number", [tokenKinds.string]: "string" } as const;

/** The tokens of a stretch of a source, as objects. */
export function tokensOf(text: string): Token[] {
  const { words, starts, ends, kinds: of, count } = lex(text);
  return Array.from({ length: count - 1 }, (_, i) => ({
    text: words[i] ?? "",
    start: starts[i] ?? 0,
    end: ends[i] ?? 0,
    kind: kinds[(of[i] ?? 0) as keyof typeof kinds] ?? "sign",
  }));
}
