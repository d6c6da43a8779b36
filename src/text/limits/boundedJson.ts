import { type Limits, requireShort, Tally } from "./outOfBounds";
import { mebibyte } from "./sizes";

/** Index behind the quote that ends the string which begins at `start`, or the end of the text. */
export function endOfString(text: string, start: number): number {
  for (let at = start + 1; ; at++) {
    at = text.indexOf('"', at);
    if (at < 0) return text.length;
    let backslashes = 0;
    while (text[at - 1 - backslashes] === "\\") backslashes++;
    if (backslashes % 2 === 0) return at + 1;
  }
}

/**
 * Looks through a JSON text once, without recursion, before a parser and those who walk through what it gives see it.
 * @throws OutOfBounds
 */
export function requireBoundedJson(text: string, limits: Limits): void {
  requireShort(text, limits);
  const tally = new Tally(limits);
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = endOfString(text, at) - 1;
    else if (code === 0x5b || code === 0x7b) tally.open(at);
    else if (code === 0x5d || code === 0x7d) tally.close();
    else if (code === 0x2c) tally.value(at);
  }
}

/** What JSON files of their kind have at most. */
export const jsonLimits = {
  /** What compilers write, with syntax trees: their expressions are as deep as a user wrote them, a list of 1,000 sums is one. */
  compiled: { characters: 64 * mebibyte, depth: 2048, values: 4_000_000 },
  /** What people and small tools write: manifests, recordings of one's own, notebooks, key files. */
  plain: { characters: 8 * mebibyte, depth: 100, values: 200_000 },
} as const satisfies Record<string, Limits>;

/**
 * `JSON.parse` within limits.
 * @throws OutOfBounds before anything is parsed; SyntaxError as `JSON.parse` does.
 */
export function parseBoundedJson(text: string, limits: Limits): unknown {
  requireBoundedJson(text, limits);
  return JSON.parse(text);
}

/** An object of JSON whose members nothing is known of yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The object, or an empty one where there is none. */
export const jsonObjectOf = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});
