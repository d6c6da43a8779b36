/** A position as editors count: lines from 1, columns in UTF-16 units from 1. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** A source whose places are told in bytes of its UTF-8 form. */
export class SourceText {
  readonly content: string;
  readonly #bytes: Buffer;
  readonly #lineStarts: number[] = [0];

  constructor(content: string) {
    this.content = content;
    this.#bytes = Buffer.from(content, "utf8");
    for (let i = 0; i < this.#bytes.length; i++) if (this.#bytes[i] === 10) this.#lineStarts.push(i + 1);
  }

  /** The line of a byte, from 1. */
  lineOf(offset: number): number {
    let [low, high] = [0, this.#lineStarts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#lineStarts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  }

  position(offset: number): TextPosition {
    const line = this.lineOf(offset);
    const column = this.#bytes.toString("utf8", this.#lineStarts[line - 1], offset).length + 1;
    return { line, column };
  }

  slice(start: number, end: number): string {
    return this.#bytes.toString("utf8", start, end);
  }
}
