/** JSON as the node's parser reads it: integers keep their precision (bigint when JavaScript's numbers cannot hold them). */
export type WireValue = null | boolean | number | bigint | string | WireValue[] | WireObject;

/** An object with the members of a request named. */
export interface WireObject {
  [member: string]: WireValue | undefined;
  id?: WireValue;
  jsonrpc?: WireValue;
  method?: WireValue;
  params?: WireValue;
}

const escapeNonAscii = (text: string): string =>
  text.replace(/[\u0080-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** One JSON text: members in byte order, no blanks, everything beyond ASCII escaped (json-rpc.md, "Envelope"). */
export function writeJson(value: unknown): string {
  switch (typeof value) {
    case "string":
      return escapeNonAscii(JSON.stringify(value));
    case "number":
    case "bigint":
    case "boolean":
      return String(value);
    case "object": {
      if (value === null) return "null";
      if (Array.isArray(value)) return `[${value.map(writeJson).join(",")}]`;
      const members = value as Record<string, unknown>;
      const parts: string[] = [];
      for (const key of Object.keys(members).sort()) {
        if (members[key] !== undefined) parts.push(`${writeJson(key)}:${writeJson(members[key])}`);
      }
      return `{${parts.join(",")}}`;
    }
    default:
      return "null";
  }
}

/** The same value over several lines, as the node writes notices. */
export function writePrettyJson(value: unknown): string {
  const write = (item: unknown, indent: string): string => {
    if (item === null || typeof item !== "object") return writeJson(item);
    const inner = `${indent}\t`;
    const members = Array.isArray(item)
      ? item.map((each) => write(each, inner))
      : Object.entries(item)
          .filter(([, member]) => member !== undefined)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, member]) => `${writeJson(key)} : ${write(member, inner)}`);
    const [open, close] = Array.isArray(item) ? ["[", "]"] : ["{", "}"];
    if (members.length === 0) return `${open}${close}`;
    return `${open}\n${inner}${members.join(`,\n${inner}`)}\n${indent}${close}`;
  };
  return `${write(value, "")}\n`;
}

const deepest = 1000;

/**
 * Reads what the node's lenient parser accepts and `JSON.parse` does not: comments, whatever follows the value, integers
 * beyond 2^53. Slower, so it is the second choice.
 */
class LenientParser {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  #fail(): never {
    throw new SyntaxError(`unexpected text at ${this.#at}`);
  }

  #skipBlanks(): void {
    const text = this.#text;
    for (;;) {
      const char = text[this.#at];
      if (char === " " || char === "\t" || char === "\n" || char === "\r") this.#at++;
      else if (text.startsWith("//", this.#at)) {
        const end = text.indexOf("\n", this.#at);
        this.#at = end < 0 ? text.length : end + 1;
      } else if (text.startsWith("/*", this.#at)) {
        const end = text.indexOf("*/", this.#at + 2);
        if (end < 0) this.#fail();
        this.#at = end + 2;
      } else return;
    }
  }

  #string(): string {
    const end = /^"(?:[^"\\]|\\.)*"/s.exec(this.#text.slice(this.#at));
    if (!end) this.#fail();
    this.#at += end[0].length;
    return JSON.parse(end[0].replace(/[\0-\x1f]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`));
  }

  #number(): number | bigint {
    const found = /^-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/.exec(this.#text.slice(this.#at, this.#at + 400));
    if (!found) this.#fail();
    this.#at += found[0].length;
    const number = Number(found[0]);
    if (found[1] || found[2] || Number.isSafeInteger(number)) return number;
    return BigInt(found[0]);
  }

  value(): WireValue {
    this.#skipBlanks();
    if (++this.#depth > deepest) this.#fail();
    const value = this.#value();
    this.#depth--;
    return value;
  }

  #value(): WireValue {
    const text = this.#text;
    const char = text[this.#at];
    if (char === '"') return this.#string();
    if (char === "{") return this.#object();
    if (char === "[") return this.#array();
    for (const [word, value] of [
      ["true", true],
      ["false", false],
      ["null", null],
    ] as const) {
      if (text.startsWith(word, this.#at)) {
        this.#at += word.length;
        return value;
      }
    }
    return this.#number();
  }

  #object(): WireValue {
    const members: WireObject = {};
    this.#at++;
    this.#skipBlanks();
    if (this.#text[this.#at] === "}") {
      this.#at++;
      return members;
    }
    for (;;) {
      this.#skipBlanks();
      if (this.#text[this.#at] !== '"') this.#fail();
      const key = this.#string();
      this.#skipBlanks();
      if (this.#text[this.#at++] !== ":") this.#fail();
      Object.defineProperty(members, key, {
        value: this.value(),
        enumerable: true,
        configurable: true,
        writable: true,
      });
      this.#skipBlanks();
      const next = this.#text[this.#at++];
      if (next === "}") return members;
      if (next !== ",") this.#fail();
    }
  }

  #array(): WireValue {
    const items: WireValue[] = [];
    this.#at++;
    this.#skipBlanks();
    if (this.#text[this.#at] === "]") {
      this.#at++;
      return items;
    }
    for (;;) {
      items.push(this.value());
      this.#skipBlanks();
      const next = this.#text[this.#at++];
      if (next === "]") return items;
      if (next !== ",") this.#fail();
    }
  }
}

/** @throws SyntaxError when even the lenient parser finds no value. */
function parseLenient(text: string): WireValue {
  return new LenientParser(text).value();
}

/** @throws SyntaxError when there is no JSON value at the start of the text. */
export function parseWire(text: string): WireValue {
  try {
    const value = JSON.parse(text) as WireValue;
    if (value !== null && typeof value === "object" && !Array.isArray(value)) {
      const id = value.id;
      if (typeof id === "number" && !Number.isSafeInteger(id)) return parseLenient(text);
    }
    return value;
  } catch (error) {
    if (error instanceof SyntaxError) return parseLenient(text);
    throw error;
  }
}
