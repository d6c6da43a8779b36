import { endOfString, requireBoundedJson } from "../../text/limits/boundedJson";
import { OutOfBounds } from "../../text/limits/outOfBounds";

/** Deeper than anything a node writes by far, and harmless to recursion. */
const deepest = 512;
/** Values in one text: a block of 10,000 transactions has some 300,000. Each costs some 50 bytes or more once it is read. */
const limits = { characters: Number.POSITIVE_INFINITY, depth: deepest, values: 2_000_000 };
/** Texts below this can be no deeper. */
const harmless = deepest;

/** A JSON text that would cost far more memory than it is long, or the stack of what walks through it. */
export class JsonBomb extends SyntaxError {}

/**
 * Looks through a JSON text once before it is read.
 * @throws JsonBomb for a text nested deeper or of more values than any answer of a node.
 */
export function requireReadable(text: string): void {
  if (text.length <= harmless) return;
  try {
    requireBoundedJson(text, limits);
  } catch (error) {
    if (!(error instanceof OutOfBounds)) throw error;
    throw new JsonBomb(error.excess === "nestedTooDeep" ? "it is nested too deep" : "it holds too many values");
  }
}

/** Marks integers in rewritten text; random, so that no node can send it. */
const mark = `${crypto.randomUUID()}:`;
/** An integer that may be beyond 2^53: 16 digits or more where JSON has a value, or inside a JSON text in a string. */
const mayBeUnsafe = /(?:^|[:[,])\s*-?\d{16}/;

/** No number of a chain has more: 256 bits are 78 digits. Longer ones take long to be made of their digits. */
const maxDigits = 1000;

function markUnsafeIntegers(text: string): string {
  const number = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
  let marked = "";
  let copied = 0;
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (code === 0x22) {
      at = endOfString(text, at);
    } else if (code === 0x2d || (code >= 0x30 && code <= 0x39)) {
      number.lastIndex = at;
      const token = number.exec(text)?.[0] ?? "-";
      if (/^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token))) {
        if (token.length > maxDigits) throw new JsonBomb("it holds a number of too many digits");
        marked += `${text.slice(copied, at)}"${mark}${token}"`;
        copied = at + token.length;
      }
      at += token.length;
    } else at++;
  }
  return marked + text.slice(copied);
}

/**
 * `JSON.parse` that gives integers beyond ±(2^53 − 1) as `bigint` instead of rounding them: a node writes its unsigned
 * 64-bit values as JSON numbers (docs/protocol/json-rpc.md, "Numbers").
 * @param isExact may say of what JSON.parse makes of it that nothing can have been rounded: quicker than searching the text
 * @throws SyntaxError as JSON.parse does; JsonBomb for a text that would use up memory or stack.
 */
export function parseExactJson(text: string, isExact?: (plain: unknown) => boolean): unknown {
  requireReadable(text);
  const plain: unknown = JSON.parse(text);
  if (isExact?.(plain) || !mayBeUnsafe.test(text)) return plain;
  return JSON.parse(markUnsafeIntegers(text), (_key, value: unknown) =>
    typeof value === "string" && value.startsWith(mark) ? BigInt(value.slice(mark.length)) : value,
  );
}

/** JSON text with `bigint` written as the plain integer it is. */
export function stringifyExactJson(value: unknown, indent?: number): string {
  try {
    return JSON.stringify(value, undefined, indent);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error; // a bigint inside: the slower way
  }
  const text = JSON.stringify(
    value,
    (_key, part: unknown) => (typeof part === "bigint" ? `${mark}${part}` : part),
    indent,
  );
  const [first = "", ...marked] = text.split(`"${mark}`);
  return first + marked.map((part) => part.replace('"', "")).join("");
}
