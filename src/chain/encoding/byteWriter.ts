const encoder = new TextEncoder();

/** A buffer that grows: big-endian numbers, text as UTF-8, raw bytes. Hash preimages and Tars are written with it. */
export class ByteWriter {
  #bytes: Uint8Array<ArrayBuffer>;
  #view: DataView;
  #length = 0;

  constructor(capacity = 512) {
    this.#bytes = new Uint8Array(capacity);
    this.#view = new DataView(this.#bytes.buffer);
  }

  #reserve(count: number): number {
    const at = this.#length;
    this.#length = at + count;
    if (this.#length > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(this.#length, this.#bytes.length * 2));
      larger.set(this.#bytes);
      this.#bytes = larger;
      this.#view = new DataView(larger.buffer);
    }
    return at;
  }

  byte(value: number): void {
    const at = this.#reserve(1);
    this.#bytes[at] = value;
  }

  int16(value: number): void {
    const at = this.#reserve(2);
    this.#view.setInt16(at, value);
  }

  int32(value: number): void {
    const at = this.#reserve(4);
    this.#view.setInt32(at, value);
  }

  int64(value: bigint): void {
    const at = this.#reserve(8);
    this.#view.setBigInt64(at, value);
  }

  raw(bytes: Uint8Array): void {
    const at = this.#reserve(bytes.length);
    this.#bytes.set(bytes, at);
  }

  /** UTF-8 bytes of the text, without a length. */
  text(text: string): void {
    const at = this.#reserve(text.length);
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code > 0x7f) {
        this.#length = at;
        this.raw(encoder.encode(text));
        return;
      }
      this.#bytes[at + i] = code;
    }
  }

  /** A copy of what was written so far. */
  toBytes(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  /** What was written so far, valid until the next write or `clear`. */
  view(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  clear(): void {
    this.#length = 0;
  }
}

/** Number of UTF-8 bytes of the text. A lone surrogate counts as the replacement character, as the encoder writes it. */
export function utf8Length(text: string): number {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return encoder.encode(text).length;
  return text.length;
}
