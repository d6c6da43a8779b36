import { RealNumber, type WireObject, type WireValue } from "./jsonText";
import { ConversionError } from "./wireConversions";

/** The text nests deeper than the node's parser follows. A node answers it in other words than broken JSON. */
export class TooDeep extends Error {
  constructor() {
    super("Exceeded stackLimit in readValue().");
  }
}

/** Values may stand this deep, the outermost counted (json-rpc.md, "JSON"). */
const deepestValue = 1000;

type Token =
  | { readonly kind: "punctuation"; readonly char: string }
  | { readonly kind: "text"; readonly value: string }
  | { readonly kind: "number" | "word"; readonly value: WireValue }
  | { readonly kind: "comment" | "end" | "broken" };

const end: Token = { kind: "end" };
const broken: Token = { kind: "broken" };
const comment: Token = { kind: "comment" };
const words = new Map<string, WireValue>([
  ["true", true],
  ["false", false],
  ["null", null],
]);
const escaped = new Map([
  ['"', '"'],
  ["/", "/"],
  ["\\", "\\"],
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
]);

const smallest = -(2n ** 63n);
const max = 2n ** 64n - 1n;

/** The digits of a whole number without the zeros that lead them; undefined for a number that is written otherwise. */
function wholeDigits(text: string): string | undefined {
  if (!/^-?\d*$/.test(text)) return undefined;
  let at = text.startsWith("-") ? 1 : 0;
  while (text[at] === "0") at++;
  return text.slice(at);
}

/** A number as the node keeps it: whole ones exactly up to 64 bits, whatever zeros lead them; all others as doubles. */
function readNumber(text: string): WireValue | undefined {
  // twenty digits hold 64 bits; more of them must not cost more
  const digits = wholeDigits(text);
  if (digits !== undefined && digits.length <= 20) {
    const whole = BigInt(digits) * (text.startsWith("-") ? -1n : 1n);
    if (whole >= smallest && whole <= max) {
      const small = Number(whole);
      return Number.isSafeInteger(small) ? small : whole;
    }
  }
  const value = Number(text);
  return Number.isNaN(value) ? undefined : new RealNumber(value);
}

/** Four hex digits of a `\u`, or undefined. */
function unitAt(text: string, at: number): number | undefined {
  const digits = text.slice(at, at + 4);
  return /^[0-9a-fA-F]{4}$/.test(digits) ? Number.parseInt(digits, 16) : undefined;
}

/**
 * Replaces the escapes of a string's inside; undefined when one is none. Half a pair that stands first needs another escape behind
 * it, of whatever value; half a pair that stands second is let through, and it can't be said again.
 */
function unescapeText(inside: string): string | undefined {
  let out = "";
  let at = 0;
  for (let next = inside.indexOf("\\"); next >= 0; next = inside.indexOf("\\", at)) {
    out += inside.slice(at, next);
    const char = inside[next + 1] ?? "";
    at = next + 2;
    const plain = escaped.get(char);
    if (plain !== undefined) {
      out += plain;
      continue;
    }
    const unit = char === "u" ? unitAt(inside, at) : undefined;
    if (unit === undefined) return undefined;
    at += 4;
    if (unit < 0xd800 || unit > 0xdfff) out += String.fromCharCode(unit);
    else if (unit > 0xdbff) out += "\ufffd";
    else {
      const low = inside.startsWith("\\u", at) ? unitAt(inside, at + 2) : undefined;
      if (low === undefined) return undefined;
      at += 6;
      out += String.fromCodePoint(0x10000 + ((unit & 0x3ff) << 10) + (low & 0x3ff));
    }
  }
  return out + inside.slice(at);
}

/**
 * Reads JSON as the node's parser does, which takes more than `JSON.parse`: comments, whatever follows the value, raw line ends in
 * strings, leading zeros, whole numbers of 64 bits (docs/protocol/json-rpc.md, "JSON").
 */
class NodeJsonReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** @throws SyntaxError for what is no JSON, TooDeep. */
  read(): WireValue {
    return this.#value(1);
  }

  #fail(): never {
    throw new SyntaxError(`no JSON at ${this.#at}`);
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #token(): Token {
    this.#match(/[ \t\r\n]*/y);
    const char = this.#text[this.#at];
    if (char === undefined || char === "\0") return end;
    if ("{}[],:".includes(char)) {
      this.#at++;
      return { kind: "punctuation", char };
    }
    if (char === '"') return this.#string();
    if (char === "/")
      return this.#match(/\/\*[\s\S]*?\*\/|\/\/[^\r\n]*(?:\r\n?|\n|$)/y) === undefined ? broken : comment;
    const number = this.#match(/(?:-|\d)\d*(?:\.\d*)?(?:[eE][+-]?\d*)?/y);
    if (number !== undefined) {
      const value = readNumber(number);
      return value === undefined ? broken : { kind: "number", value };
    }
    const word = this.#match(/true|false|null/y);
    return word === undefined ? broken : { kind: "word", value: words.get(word) ?? null };
  }

  /** A string ends at the first quote that no backslash precedes; one that does not end is broken. */
  #string(): Token {
    const start = ++this.#at;
    for (let from = start; ; ) {
      const quote = this.#text.indexOf('"', from);
      if (quote < 0) return broken;
      let slashes = 0;
      while (this.#text[quote - 1 - slashes] === "\\" && quote - 1 - slashes >= start) slashes++;
      from = quote + 1;
      if (slashes % 2 === 1) continue;
      this.#at = from;
      const value = unescapeText(this.#text.slice(start, quote));
      return value === undefined ? broken : { kind: "text", value };
    }
  }

  /** The next token that is no comment. */
  #significant(): Token {
    for (;;) {
      const token = this.#token();
      if (token.kind !== "comment") return token;
    }
  }

  #value(depth: number): WireValue {
    if (depth > deepestValue) throw new TooDeep();
    const token = this.#significant();
    switch (token.kind) {
      case "text":
      case "number":
      case "word":
        return token.value;
      case "punctuation":
        if (token.char === "{") return this.#object(depth);
        if (token.char === "[") return this.#array(depth);
        return this.#fail();
      default:
        return this.#fail();
    }
  }

  /** Whether the value before ends its object or array. After a comment, whatever stands next counts as the comma in an object. */
  #closes(close: string, lenient: boolean): boolean {
    let token = this.#token();
    const commented = token.kind === "comment";
    if (commented) token = this.#significant();
    const char = token.kind === "punctuation" ? token.char : "";
    if (char === close) return true;
    if (char === "," || (commented && lenient && token.kind !== "end")) return false;
    return this.#fail();
  }

  #object(depth: number): WireValue {
    const members: WireObject = {};
    let key = "";
    for (;;) {
      const name = this.#significant();
      if (name.kind === "punctuation" && name.char === "}" && key === "") return members;
      if (name.kind !== "text") return this.#fail();
      key = name.value;
      const colon = this.#token();
      if (colon.kind !== "punctuation" || colon.char !== ":") return this.#fail();
      const value = this.#value(depth + 1);
      Object.defineProperty(members, key, { value, enumerable: true, configurable: true, writable: true });
      if (this.#closes("}", true)) return members;
    }
  }

  #array(depth: number): WireValue {
    const items: WireValue[] = [];
    this.#match(/[ \t\r\n]*/y);
    if (this.#text[this.#at] === "]") {
      this.#at++;
      return items;
    }
    for (;;) {
      items.push(this.#value(depth + 1));
      if (this.#closes("]", false)) return items;
    }
  }
}

/** @throws SyntaxError when no JSON value stands at the start of the text, TooDeep. */
export function readNodeJson(text: string): WireValue {
  return new NodeJsonReader(text).read();
}

/** Whether `JSON.parse` has read a value as the node's parser does: it has, unless numbers or deep nesting are in it. */
function certain(value: unknown, levels: number): boolean {
  if (value === null || typeof value !== "object") return typeof value !== "number";
  if (levels === 0) return false;
  return Object.values(value).every((each) => certain(each, levels - 1));
}

const whole = (value: unknown): boolean => typeof value !== "number" || Number.isSafeInteger(value);

/** An ordinary request: whole numbers as id and parameters only, where it does not matter how they were written. */
function ordinary(body: Record<"jsonrpc" | "method" | "id" | "params", unknown>): boolean {
  const { id, params, ...others } = body;
  const list = Array.isArray(params) ? params : [params];
  return (
    whole(id) &&
    certain(others, 2) &&
    list.every((each) => (typeof each === "object" ? certain(each, 4) : whole(each))) &&
    (typeof id !== "object" || id === null)
  );
}

/**
 * Reads a text as the node's parser does. What `JSON.parse` reads the same way goes through it, because it is much faster.
 * @throws SyntaxError when there is no JSON value at the start of the text, TooDeep.
 */
export function parseWire(text: string): WireValue {
  if (!text.includes("\\ud") && !text.includes("\\uD")) {
    try {
      const value = JSON.parse(text) as Record<"jsonrpc" | "method" | "id" | "params", unknown> | null;
      if (value !== null && typeof value === "object" && !Array.isArray(value) && ordinary(value)) {
        return value as unknown as WireValue;
      }
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
  return readNodeJson(text);
}

/** What cannot be read, because it is no JSON or of another type, is nothing. */
export function readOrNothing<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof ConversionError || error instanceof TooDeep) return undefined;
    throw error;
  }
}
