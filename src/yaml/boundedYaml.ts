import { CST, type Document, Lexer, type LineCounter, parseDocument } from "yaml";
import { type Limits, OutOfBounds, requireShort, Tally } from "../text/limits/outOfBounds";

/** Such a file is written by hand: what is larger, deeper or has more words is something else. */
export const yamlLimits: Limits = { characters: 1024 * 1024, depth: 40, values: 100_000 };

/** Follows the lists and maps that the words of a YAML text open, by the columns in which their entries begin. */
class Nesting {
  /** Columns of the block collections around, the outer one first. */
  readonly #columns: number[] = [];
  readonly #tally = new Tally({ ...yamlLimits, depth: Number.POSITIVE_INFINITY });
  #flow = 0;
  #lineStart = 0;
  /** Column of the key that a colon may follow. */
  #key: number | undefined;

  take(type: ReturnType<typeof CST.tokenType>, offset: number, length: number): void {
    if (type === "newline") this.#newLine(offset + length);
    if (type === "newline" || type === "space" || type === null) return;
    this.#tally.value(offset);
    const column = offset - this.#lineStart;
    if (type === "doc-start" || type === "doc-end") this.#columns.length = 0;
    else if (type === "flow-map-start" || type === "flow-seq-start") this.#flow += 1;
    else if (type === "flow-map-end" || type === "flow-seq-end") this.#flow = Math.max(0, this.#flow - 1);
    else if (type === "flow-error-end") this.#flow = 0;
    else if (this.#flow === 0) this.#block(type, column);
    if (this.#columns.length + this.#flow > yamlLimits.depth)
      throw new OutOfBounds("nestedTooDeep", { max: yamlLimits.depth }, offset);
  }

  #newLine(next: number): void {
    this.#lineStart = next;
    this.#key = undefined;
  }

  #block(type: ReturnType<typeof CST.tokenType>, column: number): void {
    if (type === "seq-item-ind" || type === "explicit-key-ind") this.#open(column);
    else if (type === "map-value-ind") this.#open(this.#key ?? column);
    else {
      this.#key ??= column;
      return;
    }
    this.#key = undefined;
  }

  /** An entry of a collection in this column: those that began behind it have ended. */
  #open(column: number): void {
    while (this.#columns.length > 0 && (this.#columns.at(-1) ?? 0) >= column) this.#columns.pop();
    this.#columns.push(column);
  }
}

/**
 * Looks through a YAML text before anything that calls itself for what is nested: words only, one after the other, by the parser's own
 * lexer, which is a loop. A list in the column of the key that it belongs to counts with its map as one level.
 * @throws OutOfBounds
 */
function requireBoundedYaml(source: string): void {
  requireShort(source, yamlLimits);
  const nesting = new Nesting();
  let offset = 0;
  for (const token of new Lexer().lex(source)) {
    const type = CST.tokenType(token);
    // Words of the lexer itself that stand for no letters.
    const isMark = type === "doc-mode" || type === "flow-error-end" || token === CST.SCALAR;
    nesting.take(token === CST.SCALAR || type === "doc-mode" ? null : type, offset, token.length);
    if (!isMark) offset += token.length;
  }
}

/** How plain words are read: numbers and truth values as such, or all words as they are written. */
const readings = { values: { schema: "core" }, words: { schema: "failsafe", customTags: ["null"] } } as const;

/**
 * Parses YAML within limits. That a key stands twice in a map is for the reader to find out: the library compares each with each.
 * @throws OutOfBounds
 */
export function parseBoundedYaml(
  source: string,
  lineCounter?: LineCounter,
  reading: keyof typeof readings = "values",
): Document.Parsed {
  requireBoundedYaml(source);
  const { stackTraceLimit } = Error;
  // Each thing that is wrong is an error, and the stack of none is read: it takes longer than all the rest.
  Error.stackTraceLimit = 0;
  try {
    return parseDocument(source, {
      prettyErrors: false,
      version: "1.2",
      ...(readings[reading] as { schema: string; customTags?: "null"[] }),
      uniqueKeys: false,
      ...(lineCounter ? { lineCounter } : {}),
    });
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}
