import { closeSync, readSync, writeSync } from "node:fs";

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value >>> 0;
});

/** CRC-32 as in ZIP and PNG, of the bytes from `start` to `end`: tells a torn or damaged record from a whole one. */
export function crc32(bytes: Uint8Array, start = 0, end = bytes.length): number {
  let value = 0xffffffff;
  for (let i = start; i < end; i++) value = (value >>> 8) ^ (table[(value ^ (bytes[i] as number)) & 0xff] as number);
  return (value ^ 0xffffffff) >>> 0;
}

/** Length (4) and CRC-32 (4) in front of each payload of a data file (docs/devchain.md, "Data directory"). */
export const headSize = 8;
const windowSize = 1024 * 1024;

export function readAt(file: number, offset: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  let done = 0;
  while (done < length) {
    const count = readSync(file, bytes, done, length - done, offset + done);
    if (count === 0) return bytes.subarray(0, done);
    done += count;
  }
  return bytes;
}

/** Writes all of the bytes; without a position behind what was written last. */
export function writeAll(file: number, bytes: Uint8Array, position: number | null): void {
  let done = 0;
  while (done < bytes.length) {
    done += writeSync(file, bytes, done, bytes.length - done, position === null ? null : position + done);
  }
}

/** The payload with its length and check sum in front. */
export function framed(...parts: readonly Uint8Array[]): Buffer {
  const bytes = Buffer.allocUnsafe(parts.reduce((sum, part) => sum + part.length, headSize));
  let at = headSize;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  const payload = bytes.subarray(headSize);
  bytes.writeUInt32BE(payload.length, 0);
  bytes.writeUInt32BE(crc32(payload), 4);
  return bytes;
}

/** Reads framed records in their order, a megabyte of the file at a time. */
export class FrameReader {
  readonly #file: number;
  readonly #size: number;
  #window: Buffer = Buffer.alloc(0);
  #start = 0;

  constructor(file: number, size: number) {
    this.#file = file;
    this.#size = size;
  }

  #bytes(offset: number, length: number): Buffer {
    const at = offset - this.#start;
    if (at < 0 || at + length > this.#window.length) {
      // never filled again: payloads that were given out are parts of it
      this.#window = readAt(this.#file, offset, Math.min(Math.max(length, windowSize), this.#size - offset));
      this.#start = offset;
      return this.#window.subarray(0, length);
    }
    return this.#window.subarray(at, at + length);
  }

  /** The payload at the offset, or undefined when it is torn or damaged. */
  payload(offset: number): Buffer | undefined {
    if (offset + headSize > this.#size) return undefined;
    const head = this.#bytes(offset, headSize);
    const length = head.readUInt32BE(0);
    const sum = head.readUInt32BE(4);
    if (offset + headSize + length > this.#size) return undefined;
    const payload = this.#bytes(offset + headSize, length);
    return crc32(payload) === sum ? payload : undefined;
  }
}

/**
 * A file that stays open until `close`. Its number ends with it: the system gives the same number to the next file that anything in this
 * process opens, which a late write or a second closing would meet.
 */
export class HeldFile {
  #number: number | undefined;

  constructor(number: number) {
    this.#number = number;
  }

  get isClosed(): boolean {
    return this.#number === undefined;
  }

  /** @throws Error once it is closed. */
  get number(): number {
    if (this.#number === undefined) throw new Error("the file is closed");
    return this.#number;
  }

  /** A second time does nothing. */
  close(): void {
    const number = this.#number;
    this.#number = undefined;
    if (number !== undefined) closeSync(number);
  }
}
