import * as crypto from "node:crypto";
import { sm3 } from "../../crypto/sm3";
import { plainHmacSm3, sm3KeyBlock } from "./prf";

const blockSize = 64;
const macSize = 32;

/** HMAC with SM3 over the header and the content of records, for the many records of one direction. */
export interface RecordMac {
  /** 32 bytes; they are others after the next call. */
  of(header: Uint8Array, content: Uint8Array): Buffer;
  /** Takes so many steps of the hash more, for nothing. At most eight. */
  idle(steps: number): void;
}

/** What idle steps hash; a padding of 255 bytes takes four. */
const zeros = Buffer.alloc(8 * blockSize);

/** Both hashes in one go each, out of buffers that stay: objects of hashes, and copies of them, would cost more than hashing. */
class NativeMac implements RecordMac {
  #inner = Buffer.alloc(1024);
  readonly #outer = Buffer.alloc(blockSize + macSize);
  readonly #code = Buffer.alloc(macSize);
  readonly #idle = crypto.createHash("sm3");

  constructor(key: Uint8Array) {
    sm3KeyBlock(key, 0x36).copy(this.#inner);
    sm3KeyBlock(key, 0x5c).copy(this.#outer);
  }

  of(header: Uint8Array, content: Uint8Array): Buffer {
    const contentAt = blockSize + header.length;
    const end = contentAt + content.length;
    if (end > this.#inner.length) this.#inner = Buffer.concat([this.#inner.subarray(0, blockSize)], 2 * end);
    this.#inner.set(header, blockSize);
    this.#inner.set(content, contentAt);
    // digests as text are made without an object of their own
    this.#outer.write(crypto.hash("sm3", this.#inner.subarray(0, end), "binary"), blockSize, "latin1");
    this.#code.write(crypto.hash("sm3", this.#outer, "binary"), 0, "latin1");
    return this.#code;
  }

  idle(steps: number): void {
    this.#idle.update(zeros.subarray(0, steps * blockSize));
  }
}

/** Where the runtime has no SM3. */
class PlainMac implements RecordMac {
  constructor(readonly key: Uint8Array) {}

  of(header: Uint8Array, content: Uint8Array): Buffer {
    return plainHmacSm3(this.key, [header, content]);
  }

  idle(steps: number): void {
    sm3(zeros.subarray(0, steps * blockSize));
  }
}

const nativeSm3 = crypto.getHashes().includes("sm3") && typeof crypto.hash === "function";

export const recordMac = (key: Uint8Array): RecordMac => (nativeSm3 ? new NativeMac(key) : new PlainMac(key));
