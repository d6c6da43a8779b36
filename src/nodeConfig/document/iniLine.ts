import type { LineVerdict } from "../findings/lineVerdict";
import { skipBlanks, trimEnd } from "../text/trimBlanks";
import { type ListSection, parseIndex } from "./listSection";

/**
 * What the node's parser makes of one line (docs/protocol/config-ini.md, "Lines"). The last three are fatal for it:
 * no `=`, nothing before the `=`, a `[` without `]`.
 */
type LineKind = "blank" | "comment" | "section" | "entry" | "noEquals" | "emptyKey" | "unmatchedBracket";

/** What ends a line; the last line has none. A lone CR ends a line for an editor and not for the node. */
export type LineEnd = "" | "\n" | "\r\n" | "\r";

export const byteOrderMark = "\uFEFF";

const openBracket = 0x5b;
const semicolon = 0x3b;
const hash = 0x23;
const equalsSign = 0x3d;

const notLowerHex = 1;
const notZero = 2;
/** Of every ASCII character: whether it is no lower-case hex digit, and whether it is none but `0`. */
const charKinds = Uint8Array.from({ length: 0x80 }, (_, code) => {
  if (code === 0x30) return 0;
  return (code > 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x66) ? notZero : notLowerHex;
});

function charKind(code: number): number {
  return charKinds[code & 0x7f] ?? 0;
}

/** A section with its keys; `header` is undefined for what stands above the first section. */
export interface IniBlock {
  readonly name: string;
  readonly header: IniLine | undefined;
  readonly listSection: ListSection | undefined;
  readonly keys: BlockKeys;
}

/** The entries of a section by their keys. */
interface BlockKeys {
  readonly size: number;
  has(key: string): boolean;
  lines(key: string): readonly IniLine[];
  add(line: IniLine): void;
  remove(line: IniLine): void;
}

/** One lexed line. Offsets are UTF-16 columns; a line keeps its own text, so it survives edits of other lines. */
export class IniLine {
  readonly text: string;
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
  /** The list to whose entries the key would belong by its prefix, wherever it stands, and the number behind that prefix, or -1. */
  listPrefix: "crl." | "cal." | undefined;
  suffixNumber = -1;
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

  /**
   * The line from `begin` to `finish` of `source`. It is read there, character by character: that is four times as fast as
   * reading a text cut out of another. `from` is 1 when it begins with a byte order mark that is to be looked past, as an editor does.
   */
  constructor(
    source: string,
    begin: number,
    finish: number,
    readonly eol: LineEnd,
    readonly from: 0 | 1 = 0,
  ) {
    this.text = source.slice(begin, finish);
    const start = skipBlanks(source, begin + from, finish);
    if (start === finish) {
      this.start = this.end = from;
      return;
    }
    const end = trimEnd(source, start, finish);
    this.start = start - begin;
    this.end = end - begin;
    const first = source.charCodeAt(start);
    if (first === semicolon || first === hash) this.kind = "comment";
    else if (first === openBracket) this.#lexSection();
    else this.#lexEntry(source, begin, start, end);
  }

  /** A line that is a text of its own. */
  static of(text: string, eol: LineEnd): IniLine {
    return new IniLine(text, 0, text.length, eol);
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
   * lower-case hex, and which others it could equal. `source` is the whole text in which the line begins at `offset`.
   */
  digestIdentity(source = this.text, offset = 0): void {
    const start = offset + this.valueStart;
    const end = offset + this.end;
    let hash = 0x811c9dc5 ^ (end - start);
    let kinds = 0;
    let codes = 0;
    let at = start;
    // Four characters a step; bit 5 is set in every digit, and makes a letter lower case.
    for (; at + 3 < end; at += 4) {
      const a = source.charCodeAt(at);
      const b = source.charCodeAt(at + 1);
      const c = source.charCodeAt(at + 2);
      const d = source.charCodeAt(at + 3);
      codes |= a | b | c | d;
      kinds |= charKind(a) | charKind(b) | charKind(c) | charKind(d);
      hash = Math.imul(hash ^ (a | 0x20) ^ ((b | 0x20) << 8) ^ ((c | 0x20) << 16) ^ ((d | 0x20) << 24), 0x01000193);
      hash ^= hash >>> 15;
    }
    for (; at < end; at++) {
      const code = source.charCodeAt(at);
      codes |= code;
      kinds |= charKind(code);
      hash = Math.imul(hash ^ (code | 0x20), 0x01000193);
    }
    // 30 bits are a small integer for every engine.
    this.identityHash = hash >>> 2;
    const plain = codes < 0x80 && (kinds & notLowerHex) === 0 && (kinds & notZero) !== 0;
    this.lowerHexDigits = plain ? end - start : -1;
  }

  #lexSection(): void {
    const close = this.text.indexOf("]", this.start);
    if (close < 0) {
      this.kind = "unmatchedBracket";
      this.nameStart = skipBlanks(this.text, this.start + 1, this.end);
      this.nameEnd = this.nameStart;
      while (this.nameEnd < this.end && !/[\s;#】］]/u.test(this.text[this.nameEnd] ?? "")) this.nameEnd++;
      return;
    }
    this.kind = "section";
    this.nameStart = skipBlanks(this.text, this.start + 1, close);
    this.nameEnd = trimEnd(this.text, this.nameStart, close);
    this.valueStart = skipBlanks(this.text, close + 1, this.end);
  }

  /** `【rpc】`, or `[rpc]` behind an invisible character: no section for the node, and the one that its author meant. */
  #lexMeantSection(start: number): void {
    const [, name = ""] =
      /^[\u00a0\u200b-\u200f\u2060\u3000\ufeff]{0,8}[【［[]\s*([^\s】］\];#]*)/u.exec(this.text.slice(start)) ?? [];
    if (name === "") return;
    this.nameStart = this.text.indexOf(name, start);
    this.nameEnd = this.nameStart + name.length;
  }

  /** Offset after the `]` of a section line; the end of one without. */
  get headerEnd(): number {
    return this.kind === "section" ? this.text.indexOf("]", this.start) + 1 : this.end;
  }

  /**
   * Whether the lines below it belong to it: a section, also one whose `]` is missing, whose brackets are full-width, or that begins
   * invisibly. The node refuses such a one; to a person who edits the file it is still the section it is meant to be.
   */
  get opensBlock(): boolean {
    if (this.kind === "noEquals") return this.nameEnd > this.nameStart;
    return this.kind === "section" || this.kind === "unmatchedBracket";
  }

  #lexEntry(source: string, begin: number, start: number, end: number): void {
    let equals = start;
    while (equals < end && source.charCodeAt(equals) !== equalsSign) equals++;
    if (equals === end) {
      this.kind = "noEquals";
      this.#lexMeantSection(start - begin);
      return;
    }
    if (equals === start) {
      this.kind = "emptyKey";
      return;
    }
    this.kind = "entry";
    const nameEnd = trimEnd(source, start, equals);
    this.nameStart = start - begin;
    this.nameEnd = nameEnd - begin;
    this.valueStart = skipBlanks(source, equals + 1, end) - begin;
    // "crl." or "cal."
    if (nameEnd - start < 4 || source.charCodeAt(start) !== 0x63 || source.charCodeAt(start + 3) !== 0x2e) return;
    if (source.charCodeAt(start + 2) !== 0x6c) return;
    const second = source.charCodeAt(start + 1);
    this.listPrefix = second === 0x72 ? "crl." : second === 0x61 ? "cal." : undefined;
    if (this.listPrefix) this.suffixNumber = parseIndex(source, start + 4, nameEnd);
  }
}

/** The `identityHash` of a list entry with that value. */
export function identityHashOf(value: string): number {
  const line = IniLine.of(`=${value}`, "");
  line.valueStart = 1;
  line.digestIdentity();
  return line.identityHash;
}
