import { type Limits, requireShort, Tally } from "./outOfBounds";
import { mebibyte } from "./sizes";

/** A configuration of a tool or a connection is written by hand. */
const tomlLimits: Limits = { characters: mebibyte, depth: 32, values: 50_000 };

/** Two quotes more before the three that end a long string belong to it. */
function endOfQuotes(text: string, start: number, quote: string): number {
  let at = start;
  while (at < start + 2 && text[at] === quote) at++;
  return at;
}

/** Index behind the string that begins at `start`, or the end of its line or text where it has none. */
function endOfToml(text: string, start: number): number {
  const quote = text[start] ?? "";
  const long = text.startsWith(quote.repeat(3), start);
  const end = long ? quote.repeat(3) : quote;
  for (let at = start + end.length; at < text.length; at++) {
    if (text[at] === "\\" && quote === '"') at += 1;
    else if (text[at] === "\n" && !long) return at;
    else if (text.startsWith(end, at)) return long ? endOfQuotes(text, at + end.length, quote) : at + 1;
  }
  return text.length;
}

function endOfLine(text: string, start: number): number {
  const end = text.indexOf("\n", start);
  return end < 0 ? text.length : end;
}

/** Stands at the end of each line: a comment that the parser passes over. */
const dot = " #.";

/**
 * Looks through a TOML text once, without recursion: lists and inline tables in each other, parts of one key, and values. Gives the text
 * for the parser, which looks for the next dot behind each key as far as the text goes: it finds one at the end of the line.
 * @throws OutOfBounds
 */
export function boundedToml(text: string, limits: Limits = tomlLimits): string {
  requireShort(text, limits);
  const tally = new Tally(limits);
  const lines: string[] = [];
  let copied = 0;
  let dots = 0;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    if (letter === '"' || letter === "'") at = endOfToml(text, at) - 1;
    else if (letter === "#") at = endOfLine(text, at) - 1;
    else if (letter === "[" || letter === "{") tally.open(at);
    else if (letter === "]" || letter === "}") tally.close();
    else if (letter === ".") {
      dots += 1;
      tally.value(at);
      tally.within(tally.depth + dots, at);
    }
    if (letter === "," || letter === "=" || letter === "\n" || letter === "[" || letter === "{") dots = 0;
    if (letter === "," || letter === "=") tally.value(at);
    if (letter !== "\n") continue;
    const end = text[at - 1] === "\r" ? at - 1 : at;
    lines.push(text.slice(copied, end), dot);
    copied = end;
  }
  return lines.join("") + text.slice(copied);
}

/**
 * Reads TOML within limits. Integers beyond 2^53 are bigint.
 * @throws OutOfBounds before the parser sees it; the parser's error for what is no TOML.
 */
export async function parseBoundedToml(text: string, limits: Limits = tomlLimits): Promise<Record<string, unknown>> {
  const bounded = boundedToml(text, limits);
  const { parse } = await import("smol-toml");
  return parse(bounded, { maxDepth: limits.depth * 2, integersAsBigInt: "asNeeded" });
}
