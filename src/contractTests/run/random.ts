import { createHash } from "node:crypto";

/** Numbers that look random and follow from a text: the same text, the same numbers. */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #count: number;

  constructor(seed: string) {
    const hash = createHash("sha256").update(seed).digest();
    this.#a = hash.readUInt32LE(0);
    this.#b = hash.readUInt32LE(4);
    this.#c = hash.readUInt32LE(8);
    this.#count = hash.readUInt32LE(12) | 1;
    for (let i = 0; i < 12; i++) this.#next();
  }

  /** sfc32: 32 random bits. */
  #next(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#count) | 0;
    this.#count = (this.#count + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum;
    this.#c |= 0;
    return sum >>> 0;
  }

  /** 0 … limit − 1. */
  below(limit: number): number {
    return Math.floor((this.#next() / 2 ** 32) * limit);
  }

  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  bits(count: number): bigint {
    let value = 0n;
    for (let have = 0; have < count; have += 32) value = (value << 32n) | BigInt(this.#next());
    return BigInt.asUintN(count, value);
  }

  bytes(length: number): Uint8Array {
    return Uint8Array.from({ length }, () => this.below(256));
  }

  pick<T>(list: readonly T[]): T | undefined {
    return list[this.below(list.length)];
  }
}
