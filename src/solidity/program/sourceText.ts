import type { TextPosition, TextRange } from "./textRange";

/**
 * A source, and the ways to count in it: bytes of UTF-8 (compilers), UTF-16 units (its text), lines. A line ends where it does for an
 * editor and for the compiler: at a line feed, a carriage return, or both.
 */
export class SourceText {
  readonly #lineStarts: number[] = [0];
  /** UTF-16 offset of every byte; undefined where both are the same. */
  readonly #offsets: Uint32Array | undefined;

  constructor(readonly text: string) {
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (unit === 10 || (unit === 13 && text.charCodeAt(i + 1) !== 10)) this.#lineStarts.push(i + 1);
    }
    const bytes = Buffer.byteLength(text);
    if (bytes === text.length) return;
    const offsets = new Uint32Array(bytes + 1);
    let at = 0;
    for (let i = 0; i < text.length; ) {
      const point = text.codePointAt(i) ?? 0;
      const units = point > 0xffff ? 2 : 1;
      const size = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
      offsets.fill(i, at, at + size);
      at += size;
      i += units;
    }
    offsets[at] = text.length;
    this.#offsets = offsets;
  }

  /** UTF-16 offset of a byte. */
  offsetOfByte(byte: number): number {
    const within = Math.max(0, byte);
    if (!this.#offsets) return Math.min(within, this.text.length);
    return this.#offsets[Math.min(within, this.#offsets.length - 1)] ?? this.text.length;
  }

  positionOf(offset: number): TextPosition {
    let [low, high] = [0, this.#lineStarts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#lineStarts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low, character: offset - (this.#lineStarts[low] ?? 0) };
  }

  /** What lies behind the end of a line is its end. */
  offsetOf({ line, character }: TextPosition): number {
    const start = this.#lineStarts[line];
    if (start === undefined) return this.text.length;
    const next = this.#lineStarts[line + 1];
    if (next === undefined) return Math.min(start + character, this.text.length);
    return Math.min(start + character, this.text.startsWith("\r\n", next - 2) ? next - 2 : next - 1);
  }

  rangeOf(start: number, end: number): TextRange {
    return { start: this.positionOf(start), end: this.positionOf(end) };
  }

  /** Of bytes. */
  rangeOfBytes(start: number, end: number): TextRange {
    return this.rangeOf(this.offsetOfByte(start), this.offsetOfByte(end));
  }

  /** Line and column of a byte as people count: from 1, the column in UTF-16 units. */
  placeOfByte(byte: number): { readonly line: number; readonly column: number } {
    const { line, character } = this.positionOf(this.offsetOfByte(byte));
    return { line: line + 1, column: character + 1 };
  }

  /** The line of a byte, from 1. */
  lineOfByte(byte: number): number {
    return this.positionOf(this.offsetOfByte(byte)).line + 1;
  }

  /** What stands between two bytes. */
  sliceOfBytes(start: number, end: number): string {
    return this.text.slice(this.offsetOfByte(start), this.offsetOfByte(end));
  }
}
