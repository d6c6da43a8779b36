import { Program } from "../../processes/program";
import { programFile } from "../../processes/programFile";
import { ServiceProgram } from "../../processes/serviceProgram";
import { type LocalizableText, text } from "../../text/catalogue";
import { minuteMs } from "../../time/units";
import { lex } from "../language/syntax/lexer";
import { parseTokens } from "../language/syntax/parser";
import { SourceText } from "../program/sourceText";
import { changedText, type RangeChange } from "../program/textChange";
import { changedLines } from "./changedLines";
import type { FormatterProtocol } from "./messages";
import { isSameSource } from "./sameSource";
import type { Style } from "./style";

/** What came of a source. */
type Formatted =
  | { readonly kind: "formatted"; readonly text: string; readonly changes: readonly RangeChange[] }
  /** Nothing is changed. */
  | { readonly kind: "refused"; readonly reason: LocalizableText };

/** A part of a source, as offsets. */
export interface SourceRange {
  readonly start: number;
  readonly end: number;
}

/** The largest contract that is known to have been written by hand has a tenth of it. */
const maxCharacters = 1024 * 1024;
/** More brackets in each other than a person writes; the parser takes a multiple of time for each. */
const maxDepth = 64;
/** Formatting comes seldom, and starting again takes less than half a second. */
const idleMs = 15_000;
/** A source takes seconds at most. */
const limitMs = minuteMs;
const memoryMiB = 1024;

const refused = (reason: LocalizableText): Formatted => ({ kind: "refused", reason });

/** Why a text isn't given to the formatter: by looking at it once. */
function refusalOf(source: string): LocalizableText | undefined {
  if (source.length > maxCharacters) return text("The file has more than {0} characters.", maxCharacters);
  const tokens = lex(source);
  const index = new SourceText(source);
  const lineOf = (offset: number): number => index.positionOf(offset).line + 1;
  let depth = 0;
  for (let at = 0; at < tokens.count; at++) {
    const word = tokens.words[at] ?? "";
    if (word === "(" || word === "[" || word === "{") depth++;
    else if (word === ")" || word === "]" || word === "}") depth--;
    if (depth > maxDepth)
      return text("Line {0} has more than {1} brackets in each other.", lineOf(tokens.starts[at] ?? 0), maxDepth);
  }
  const [fault] = parseTokens(tokens).faults;
  return fault && text("Line {0} isn't finished Solidity.", lineOf(fault.start));
}

/** What makes a source what a formatter made of it: all changes, or those of a part. */
export function changesTo(source: string, made: string, range: SourceRange | undefined): readonly RangeChange[] {
  const all = changedLines(source, made);
  return range ? within(source, all, range) : all;
}

/** The changes that touch a stretch; more where these alone would make another source of it. */
function within(text: string, changes: readonly RangeChange[], { start, end }: SourceRange): readonly RangeChange[] {
  const touches = (change: RangeChange): boolean =>
    change.start === change.end
      ? change.start >= start && change.start <= end
      : change.start < end && change.end > start;
  let first = changes.findIndex((each) => touches(each));
  let last = changes.findLastIndex((each) => touches(each));
  if (first < 0) return [];
  for (let more = 1; ; more *= 2) {
    const some = changes.slice(first, last + 1);
    if (some.length === changes.length || isSameSource(text, changedText(text, some))) return some;
    [first, last] = [Math.max(0, first - more), last + more];
  }
}

/**
 * Writes sources as a style wants them: prettier with its plugin for Solidity, in a process of its own that begins with the first source
 * and ends when it is idle, or takes too long. What it gives is believed only where it is the same source.
 */
export class Formatter {
  readonly #program = new ServiceProgram<FormatterProtocol>({ start: startFormatter, idleMs, takesCancel: false });

  /**
   * @param range the only part that is to change; undefined: all
   * @throws the signal's reason
   */
  async format(source: string, style: Style, range?: SourceRange, signal?: AbortSignal): Promise<Formatted> {
    const refusal = refusalOf(source);
    if (refusal) return refused(refusal);
    const made = await this.#made(source, style, signal);
    if ("reason" in made) return refused(made.reason);
    if (!isSameSource(source, made.text))
      return refused(text("The formatter would lose a comment or change a word of this file."));
    const changes = changesTo(source, made.text, range);
    return { kind: "formatted", text: range ? changedText(source, changes) : made.text, changes };
  }

  async #made(source: string, style: Style, signal: AbortSignal | undefined) {
    try {
      const made = await this.#program.order("format", { text: source, style }, { signal, limitMs });
      if ("text" in made) return made;
      const reason =
        made.line === undefined
          ? text("The formatter can't read this file.")
          : text("The formatter can't read line {0}.", made.line);
      return { reason };
    } catch (error) {
      if (signal?.aborted) throw error;
      return { reason: text("The formatter ended over this file, or took longer than {0} s.", limitMs / 1000) };
    }
  }

  /** Ends its process; the next source starts another. */
  close(): void {
    this.#program.end();
  }
}

function startFormatter(): Program<FormatterProtocol> {
  return new Program<FormatterProtocol>({
    ...programFile("solidityFormatter", new URL("./main.ts", import.meta.url)),
    memoryMiB,
    frugal: true,
    environment: {},
    complaints: () => undefined,
    ended: (how) => new Error(how),
  });
}
