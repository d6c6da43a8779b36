import { bytesOfNumber, numberAt } from "../../crypto/bytes/bigEndian";
import type { Value } from "./symbolicValue";

/** Memory is looked at as far as this. */
export const maxMemory = 1 << 17;

/** Memory in which words may be unknown; what lies across one of them is unknown, too. */
export class Memory {
  #bytes: Uint8Array;
  readonly #words: Map<number, Value>;
  #end: number;

  constructor(bytes = new Uint8Array(0), words: ReadonlyMap<number, Value> = new Map(), end = 0) {
    this.#bytes = bytes;
    this.#words = new Map(words);
    this.#end = end;
  }

  /** In whole words, as far as it was written to. */
  get size(): number {
    return this.#end;
  }

  copy(): Memory {
    return new Memory(this.#bytes.slice(), this.#words, this.#end);
  }

  #touches(at: number, size: number): number[] {
    return [...this.#words.keys()].filter((word) => word < at + size && word + 32 > at);
  }

  write(at: number, bytes: Uint8Array): void {
    for (const word of this.#touches(at, bytes.length)) {
      this.#words.delete(word);
      // What is left of it at either side is nothing that can be told.
      if (word < at || word + 32 > at + bytes.length)
        this.#words.set(word < at ? at - 32 : at + bytes.length, undefined);
    }
    const end = at + bytes.length;
    this.#end = Math.max(this.#end, 32 * Math.ceil(end / 32));
    if (end > this.#bytes.length) {
      const grown = new Uint8Array(Math.min(maxMemory, end * 2));
      grown.set(this.#bytes);
      this.#bytes = grown;
    }
    this.#bytes.set(bytes, at);
  }

  put(at: number, value: Value): void {
    this.write(at, bytesOfNumber(typeof value === "bigint" ? value : 0n));
    if (typeof value !== "bigint") this.#words.set(at, value);
  }

  word(at: number): Value {
    if (this.#words.has(at)) return this.#words.get(at);
    return this.#touches(at, 32).length > 0 ? undefined : numberAt(this.#bytes, at);
  }

  /** Undefined where something of it is unknown. */
  read(at: number, size: number): Uint8Array | undefined {
    if (this.#touches(at, size).length > 0) return undefined;
    const read = new Uint8Array(size);
    read.set(this.#bytes.subarray(at, at + size));
    return read;
  }
}
