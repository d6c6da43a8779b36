import { alerts, TlcpError } from "./alert";

/** Reads the vectors of a handshake message; whatever does not fit is a `decode_error`. */
export class ByteReader {
  #at = 0;

  constructor(readonly bytes: Buffer) {}

  get done(): boolean {
    return this.#at === this.bytes.length;
  }

  take(count: number): Buffer {
    if (this.#at + count > this.bytes.length)
      throw TlcpError.found(alerts.decodeError, "a handshake message is cut short");
    const taken = this.bytes.subarray(this.#at, this.#at + count);
    this.#at += count;
    return taken;
  }

  number(size: 1 | 2 | 3): number {
    return this.take(size).readUIntBE(0, size);
  }

  /** A vector with its length before it. */
  vector(size: 1 | 2 | 3): Buffer {
    return this.take(this.number(size));
  }

  /** Everything must have been read. */
  end(): void {
    if (!this.done) throw TlcpError.found(alerts.decodeError, "a handshake message is longer than its content");
  }
}

export function numberBytes(value: number, size: 1 | 2 | 3): Buffer {
  const bytes = Buffer.alloc(size);
  bytes.writeUIntBE(value, 0, size);
  return bytes;
}

/** A vector: the length in so many bytes, then the content. */
export const vector = (size: 1 | 2 | 3, ...parts: readonly Uint8Array[]): Buffer =>
  Buffer.concat([
    numberBytes(
      parts.reduce((sum, part) => sum + part.length, 0),
      size,
    ),
    ...parts,
  ]);
