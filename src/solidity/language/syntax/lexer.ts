/** What a token is. */
export const tokenKinds = { end: 0, word: 1, number: 2, string: 3, sign: 4 } as const;

/** A comment; `documents` where it is NatSpec (three slashes, or a slash and two asterisks). */
export interface Comment {
  readonly start: number;
  readonly end: number;
  readonly documents: boolean;
}

/** Tokens of a source in their order, a field each; the last is `end`. Offsets are UTF-16 units. */
export interface Tokens {
  readonly text: string;
  readonly kinds: Uint8Array;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /** What the token says. */
  readonly words: readonly string[];
  readonly comments: readonly Comment[];
  readonly count: number;
}

const isBlank = (unit: number): boolean =>
  unit === 32 || (unit >= 9 && unit <= 13) || unit === 0xa0 || unit === 0xfeff || unit === 0x2028 || unit === 0x2029;
const isDigit = (unit: number): boolean => unit >= 48 && unit <= 57;
const isWordStart = (unit: number): boolean =>
  (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || unit === 95 || unit === 36;
const isWordPart = (unit: number): boolean => isWordStart(unit) || isDigit(unit);
const isLineEnd = (unit: number): boolean => unit === 10 || unit === 13;

/** Signs of more than one character by their first, the longest first. */
const longSigns = new Map<string, readonly string[]>(
  Object.entries({
    ">": [">>>=", ">>>", ">>=", ">>", ">="],
    "<": ["<<=", "<<", "<="],
    "=": ["==", "=>"],
    "!": ["!="],
    "&": ["&&", "&="],
    "|": ["||", "|="],
    "+": ["++", "+="],
    "-": ["--", "-=", "->"],
    "*": ["**", "*="],
    "/": ["/="],
    "%": ["%="],
    "^": ["^="],
    ":": [":="],
  }),
);

class Lexer {
  readonly kinds: Uint8Array;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  readonly words: string[] = [];
  readonly comments: Comment[] = [];
  count = 0;
  #at = 0;

  constructor(private readonly text: string) {
    this.kinds = new Uint8Array(text.length + 1);
    this.starts = new Uint32Array(text.length + 1);
    this.ends = new Uint32Array(text.length + 1);
  }

  read(): Tokens {
    const { text } = this;
    while (this.#at < text.length) {
      const unit = text.charCodeAt(this.#at);
      const next = text.charCodeAt(this.#at + 1);
      if (isBlank(unit)) this.#at++;
      else if (isWordStart(unit)) this.#word();
      else if (isDigit(unit) || (unit === 46 && isDigit(next))) this.#number();
      else if (unit === 34 || unit === 39) this.#string(this.#at);
      else if (unit === 47 && (next === 47 || next === 42)) this.#comment(next === 47);
      else this.#sign();
    }
    this.#add(tokenKinds.end, text.length, text.length, "");
    const { kinds, starts, ends, words, comments, count } = this;
    return {
      text,
      kinds: kinds.slice(0, count),
      starts: starts.slice(0, count),
      ends: ends.slice(0, count),
      words,
      comments,
      count,
    };
  }

  #add(kind: number, start: number, end: number, word = this.text.slice(start, end)): void {
    this.kinds[this.count] = kind;
    this.starts[this.count] = start;
    this.ends[this.count] = end;
    this.words.push(word);
    this.count++;
  }

  #word(): void {
    const start = this.#at;
    let at = start + 1;
    while (at < this.text.length && isWordPart(this.text.charCodeAt(at))) at++;
    this.#at = at;
    const quote = this.text.charCodeAt(at);
    const length = at - start;
    if ((quote === 34 || quote === 39) && (length === 3 || length === 7)) {
      const word = this.text.slice(start, at);
      if (word === "hex" || word === "unicode") {
        this.#string(start);
        return;
      }
    }
    this.#add(tokenKinds.word, start, at);
  }

  #number(): void {
    const { text } = this;
    const start = this.#at;
    let at = start;
    const isHex = text.charCodeAt(at) === 48 && (text.charCodeAt(at + 1) | 32) === 120;
    if (isHex) {
      at += 2;
      while (isWordPart(text.charCodeAt(at))) at++;
    } else {
      const digits = (): void => {
        while (isDigit(text.charCodeAt(at)) || text.charCodeAt(at) === 95) at++;
      };
      digits();
      if (text.charCodeAt(at) === 46 && isDigit(text.charCodeAt(at + 1))) {
        at++;
        digits();
      }
      if ((text.charCodeAt(at) | 32) === 101) {
        const sign = text.charCodeAt(at + 1) === 45 ? 2 : 1;
        if (isDigit(text.charCodeAt(at + sign))) {
          at += sign;
          digits();
        }
      }
    }
    this.#at = at;
    this.#add(tokenKinds.number, start, at);
  }

  /** From its prefix to the quote that closes it, or to the end of its line, where no backslash continues it on the next. */
  #string(start: number): void {
    const { text } = this;
    const quote = text.charCodeAt(this.#at);
    let at = this.#at + 1;
    while (at < text.length) {
      const unit = text.charCodeAt(at);
      if (isLineEnd(unit)) break;
      at++;
      if (unit === 92) at += text.startsWith("\r\n", at) ? 2 : 1;
      else if (unit === quote) break;
    }
    this.#at = Math.min(at, text.length);
    this.#add(tokenKinds.string, start, this.#at);
  }

  #comment(isLine: boolean): void {
    const { text } = this;
    const start = this.#at;
    let end: number;
    if (isLine) {
      end = start + 2;
      while (end < text.length && !isLineEnd(text.charCodeAt(end))) end++;
    } else {
      const closed = text.indexOf("*/", start + 2);
      end = closed < 0 ? text.length : closed + 2;
    }
    const third = text.charCodeAt(start + 2);
    const fourth = text.charCodeAt(start + 3);
    // `////` and `/**/` are comments like others.
    const documents = isLine ? third === 47 && fourth !== 47 : third === 42 && fourth !== 47;
    this.comments.push({ start, end, documents });
    this.#at = end;
  }

  #sign(): void {
    const start = this.#at;
    const first = this.text[start] ?? "";
    const sign = longSigns.get(first)?.find((each) => this.text.startsWith(each, start)) ?? first;
    this.#at = start + sign.length;
    this.#add(tokenKinds.sign, start, this.#at, sign);
  }
}

/** Index of the last token that begins before an offset; -1 for none. */
export function tokenBefore({ starts, count }: Tokens, offset: number): number {
  let [low, high] = [-1, count - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) < offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Reads the tokens of a Solidity source of any release; what is no token of the language is a sign. Never fails. */
export function lex(text: string): Tokens {
  return new Lexer(text).read();
}
