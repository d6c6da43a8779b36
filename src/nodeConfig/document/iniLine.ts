import type { LineVerdict } from "../analysis/lineVerdict";
import type { IniBlock } from "./iniBlock";

/**
 * What the node's parser makes of one line (docs/protocol/config-ini.md, "Lines"). The last three are fatal for it:
 * no `=`, nothing before the `=`, a `[` without `]`.
 */
export type LineKind = "blank" | "comment" | "section" | "entry" | "noEquals" | "emptyKey" | "unmatchedBracket";

/** What ends a line; the last line has none. A lone CR ends a line for an editor and not for the node. */
export type LineEnd = "" | "\n" | "\r\n" | "\r";

export const byteOrderMark = "\uFEFF";

/** Space, tab, VT, FF and CR: what the node cuts from both ends. LF cannot occur; U+00A0 and U+3000 are not blanks. */
function isBlank(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}

/** First offset from `start` that holds no blank, or `end`. */
function skipBlanks(line: string, start: number, end: number): number {
  let at = start;
  while (at < end && isBlank(line.charCodeAt(at))) at++;
  return at;
}

/** Offset after the last character before `end` that is no blank, or `start`. */
function trimEnd(line: string, start: number, end: number): number {
  let at = end;
  while (at > start && isBlank(line.charCodeAt(at - 1))) at--;
  return at;
}

const openBracket = 0x5b;
const semicolon = 0x3b;
const hash = 0x23;

/** One lexed line. Offsets are UTF-16 columns; a line keeps its own text, so it survives edits of other lines. */
export class IniLine {
  kind: LineKind = "blank";
  /** The trimmed line. */
  start = 0;
  end = 0;
  /** Trimmed section name or key. */
  nameStart = 0;
  nameEnd = 0;
  /** Where the trimmed value of an entry begins; of a section, what follows its `]`. It ends where the line does. */
  valueStart = 0;
  /** The section it stands in, itself for a section line. Set by the document. */
  block: IniBlock | undefined;
  /** Whether another entry of its section has the same name, or another list entry the same identity. Set by the document. */
  sharesName = false;
  sharesIdentity = false;
  /** The index of a list entry (`cal.7`), -1 without one. Set by the document. */
  number = -1;
  /** Of a list entry: a number that is equal for equal identities, and seldom for others; -1 until `digestIdentity`. */
  identityHash = -1;
  /** Of a list entry: how many digits the value has when it is lower-case hex and not zero, else -1. Set by `digestIdentity`. */
  lowerHexDigits = -1;
  /** Result of the rules that need this line only, and what they were computed for. Set by the analysis. */
  verdict: LineVerdict | undefined;
  verdictFor: object | undefined;

  /** `from` is 1 when the text begins with a byte order mark that is to be looked past, as an editor does. */
  constructor(
    readonly text: string,
    readonly eol: LineEnd,
    readonly from: 0 | 1 = 0,
  ) {
    const { length } = text;
    const start = skipBlanks(text, from, length);
    if (start === length) {
      this.start = this.end = from;
      return;
    }
    const end = trimEnd(text, start, length);
    this.start = start;
    this.end = end;
    const first = text.charCodeAt(start);
    if (first === semicolon || first === hash) this.kind = "comment";
    else if (first === openBracket) this.#lexSection();
    else this.#lexEntry();
  }

  /** Section name or key, "" for other kinds. */
  get name(): string {
    return this.text.slice(this.nameStart, this.nameEnd);
  }

  get valueEnd(): number {
    return this.end;
  }

  /** The value of an entry as the node reads it. */
  get value(): string {
    return this.text.slice(this.valueStart, this.valueEnd);
  }

  /**
   * Reads the value of a list entry once, character by character, for what the lists ask of every entry: whether it is plain
   * lower-case hex, and which others it could equal. No text is made on the way, and `source`, the whole text in which the line
   * begins at `offset`, is read four times as fast as a line cut out of it: so a list of 100,000 entries opens fast.
   */
  digestIdentity(source = this.text, offset = 0): void {
    const end = offset + this.end;
    let hash = 0x811c9dc5;
    let plain = true;
    let zero = true;
    for (let at = offset + this.valueStart; at < end; at++) {
      let code = source.charCodeAt(at);
      if (code !== 0x30) zero = false;
      if (code < 0x30 || code > 0x66 || (code > 0x39 && code < 0x61)) {
        plain = false;
        if (code >= 0x41 && code <= 0x5a) code |= 0x20;
      }
      hash = Math.imul(hash ^ code, 0x01000193);
    }
    // 30 bits are a small integer for every engine.
    this.identityHash = hash >>> 2;
    this.lowerHexDigits = plain && !zero ? this.end - this.valueStart : -1;
  }

  #lexSection(): void {
    const close = this.text.indexOf("]", this.start);
    if (close < 0) {
      this.kind = "unmatchedBracket";
      this.nameStart = skipBlanks(this.text, this.start + 1, this.end);
      this.nameEnd = this.nameStart;
      while (this.nameEnd < this.end && !/[\s;#]/.test(this.text[this.nameEnd] ?? "")) this.nameEnd++;
      return;
    }
    this.kind = "section";
    this.nameStart = skipBlanks(this.text, this.start + 1, close);
    this.nameEnd = trimEnd(this.text, this.nameStart, close);
    this.valueStart = skipBlanks(this.text, close + 1, this.end);
  }

  /** Offset after the `]` of a section line; the end of one without. */
  get headerEnd(): number {
    return this.kind === "section" ? this.text.indexOf("]", this.start) + 1 : this.end;
  }

  /**
   * Whether the lines below it belong to it: a section, also one whose `]` is missing. The node refuses that one; to
   * whoever edits the file it is still the section it is meant to be.
   */
  get opensBlock(): boolean {
    return this.kind === "section" || this.kind === "unmatchedBracket";
  }

  #lexEntry(): void {
    const equals = this.text.indexOf("=", this.start);
    if (equals < 0) {
      this.kind = "noEquals";
      return;
    }
    if (equals === this.start) {
      this.kind = "emptyKey";
      return;
    }
    this.kind = "entry";
    this.nameStart = this.start;
    this.nameEnd = trimEnd(this.text, this.start, equals);
    this.valueStart = skipBlanks(this.text, equals + 1, this.end);
  }
}

/** The `identityHash` of a list entry with that value. */
export function identityHashOf(value: string): number {
  const line = new IniLine(`=${value}`, "");
  line.valueStart = 1;
  line.digestIdentity();
  return line.identityHash;
}
