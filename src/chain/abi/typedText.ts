/** A value as a person writes it in one line: texts stay texts, so that a number of any size keeps all its digits. */
type TypedValue = string | TypedValue[] | { [name: string]: TypedValue };

/** The text makes no sense from this character on, counted from 1. */
export class TypedTextError extends Error {
  readonly position: number;

  constructor(problem: string, position: number) {
    super(`${problem} at character ${position}`);
    this.position = position;
  }
}

/** No Solidity type is nested deeper by far; a text may be. */
const deepest = 64;

class Reader {
  #at = 0;
  #depth = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  whole(): TypedValue {
    const value = this.#value("");
    this.#blanks();
    if (this.#at < this.#text.length) throw this.#problem(`unexpected "${this.#text[this.#at]}"`);
    return value;
  }

  #value(stops: string): TypedValue {
    this.#blanks();
    const first = this.#text[this.#at];
    if (first === "[" || first === "{") {
      if (this.#depth >= deepest) throw this.#problem("too many brackets inside each other");
      this.#depth++;
      const value = first === "[" ? this.#list() : this.#record();
      this.#depth--;
      return value;
    }
    if (first === '"') return this.#quoted();
    return this.#bare(stops);
  }

  #list(): TypedValue[] {
    this.#at++;
    const items: TypedValue[] = [];
    if (this.#take("]")) return items;
    do items.push(this.#value(",]"));
    while (this.#take(","));
    this.#expect("]");
    return items;
  }

  #record(): TypedValue {
    this.#at++;
    const entries: [string, TypedValue][] = [];
    if (!this.#take("}")) {
      do {
        this.#blanks();
        const name = this.#text[this.#at] === '"' ? this.#quoted() : this.#bare(":");
        this.#expect(":");
        entries.push([name, this.#value(",}")]);
      } while (this.#take(","));
      this.#expect("}");
    }
    return Object.fromEntries(entries);
  }

  #quoted(): string {
    const [literal] = /^"(?:[^"\\]|\\.)*"/s.exec(this.#text.slice(this.#at)) ?? [];
    if (literal === undefined) throw this.#problem("a text without its closing quote");
    try {
      const value: unknown = JSON.parse(
        literal.replaceAll("\n", "\\n").replaceAll("\r", "\\r").replaceAll("\t", "\\t"),
      );
      this.#at += literal.length;
      return String(value);
    } catch {
      throw this.#problem("a text with a wrong escape");
    }
  }

  #bare(stops: string): string {
    const start = this.#at;
    while (this.#at < this.#text.length && !stops.includes(this.#text[this.#at] ?? "")) this.#at++;
    const word = this.#text.slice(start, this.#at).trim();
    if (word === "") throw this.#problem("a value is missing");
    return word;
  }

  #blanks(): void {
    while (/\s/.test(this.#text[this.#at] ?? "")) this.#at++;
  }

  #take(character: string): boolean {
    this.#blanks();
    if (this.#text[this.#at] !== character) return false;
    this.#at++;
    return true;
  }

  #expect(character: string): void {
    if (!this.#take(character)) throw this.#problem(`"${character}" is missing`);
  }

  #problem(what: string): TypedTextError {
    return new TypedTextError(what, this.#at + 1);
  }
}

/**
 * Reads a list or a struct as JSON, or as the same without quotes: `[1, 2]`, `[0xabc…, 0xdef…]`, `{x: 42, y: "text"}`.
 * Numbers stay texts: JSON numbers above 2^53 would lose digits.
 * @throws TypedTextError naming the place.
 */
export function parseTypedText(text: string): TypedValue {
  return new Reader(text).whole();
}
