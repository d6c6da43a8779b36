import { addKeccakCode, addSha256Bytes, addSha256Code, keccakRoundConstants, sha256Start } from "./hashCode";
import { WasmAssembler } from "./wasmAssembler";

const rate = 136;
/** Addresses: Keccak's state, round constants and block; SHA-256's start; then what depends on a key. */
const places = {
  ...{ state: 0, constants: 200, block: 400, start: 544 },
  ...{ key: 576, inner: 608, outer: 640, sha: 672, keyBlock: 704, v: 768, outerMessage: 832, seed: 896, end: 1024 },
} as const;
const keyPads = [
  [places.inner, 0x36363636],
  [places.outer, 0x5c5c5c5c],
] as const;
const constantsEnd = places.constants + 8 * 24;

/** Hashes in WebAssembly, where 64-bit words are native: several times faster than in plain JavaScript. */
export class HashEngine {
  readonly #keccak: (...values: number[]) => void;
  readonly #sha256: (...values: number[]) => void;
  readonly #sha256Bytes: (...values: number[]) => void;
  readonly #bytes: Uint8Array;
  readonly #words: Int32Array;

  constructor() {
    const module = new WasmAssembler();
    addKeccakCode(module, rate / 8);
    addSha256Code(module);
    addSha256Bytes(module);
    const { memory, functions } = module.instantiate(1);
    const { keccak, sha256, sha256Bytes } = functions;
    if (!keccak || !sha256 || !sha256Bytes) throw new RangeError("the module lacks its functions");
    this.#keccak = keccak;
    this.#sha256 = sha256;
    this.#sha256Bytes = sha256Bytes;
    this.#bytes = new Uint8Array(memory);
    this.#words = new Int32Array(memory);
    new BigUint64Array(memory).set(keccakRoundConstants(), places.constants / 8);
    this.#words.set(sha256Start(), places.start / 4);
    this.#padMessages();
  }

  /** keccak256 (the padding of Ethereum, not that of SHA-3). */
  keccak256(data: Uint8Array): Uint8Array {
    const bytes = this.#bytes;
    bytes.fill(0, places.state, places.state + 200);
    let at = 0;
    for (; at + rate <= data.length; at += rate) {
      bytes.set(data.subarray(at, at + rate), places.block);
      this.#keccak(places.state, places.block, places.constants, constantsEnd);
    }
    bytes.fill(0, places.block, places.block + rate);
    bytes.set(at === 0 ? data : data.subarray(at), places.block);
    bytes[places.block + data.length - at] = 0x01;
    bytes[places.block + rate - 1] = (bytes[places.block + rate - 1] ?? 0) ^ 0x80;
    this.#keccak(places.state, places.block, places.constants, constantsEnd);
    return bytes.slice(places.state, places.state + 32);
  }

  /** Puts the two half-done hashes of HMAC-SHA-256 under the key in place. */
  #setKey(): void {
    const words = this.#words;
    for (const [state, pad] of keyPads) {
      for (let i = 0; i < 16; i++)
        words[places.keyBlock / 4 + i] = pad ^ (i < 8 ? (words[places.key / 4 + i] ?? 0) : 0);
      words.copyWithin(state / 4, places.start / 4, places.start / 4 + 8);
      this.#sha256(state, places.keyBlock);
    }
  }

  /** HMAC-SHA-256 of the padded message of so many blocks, written to `to`. */
  #authenticate(to: number, message: number, blocks: number): void {
    const words = this.#words;
    words.copyWithin(places.sha / 4, places.inner / 4, places.inner / 4 + 8);
    for (let i = 0; i < blocks; i++) this.#sha256(places.sha, message + 64 * i);
    this.#sha256Bytes(places.outerMessage, places.sha);
    words.copyWithin(places.sha / 4, places.outer / 4, places.outer / 4 + 8);
    this.#sha256(places.sha, places.outerMessage);
    this.#sha256Bytes(to, places.sha);
  }

  /** The first number that RFC 6979 (HMAC-SHA-256, no extra entropy) draws for a key and a hash of 32 bytes each. */
  deterministicNumber(key: Uint8Array, hash: Uint8Array): Uint8Array {
    const bytes = this.#bytes;
    const { v, seed } = places;
    bytes.fill(1, v, v + 32);
    bytes.fill(0, places.key, places.key + 32);
    bytes.set(key, seed + 33);
    bytes.set(hash, seed + 65);
    for (let round = 0; round < 2; round++) {
      bytes.copyWithin(seed, v, v + 32);
      bytes[seed + 32] = round;
      this.#setKey();
      this.#authenticate(places.key, seed, 2);
      this.#setKey();
      this.#authenticate(v, v, 1);
    }
    this.#authenticate(v, v, 1);
    const number = bytes.slice(v, v + 32);
    bytes.fill(0, places.key, places.end); // nothing of the key stays behind
    this.#padMessages();
    return number;
  }

  /** The ends of the messages of fixed length, each behind the 64 bytes of the key. */
  #padMessages(): void {
    for (const [message, length, size] of [
      [places.v, 32, 64],
      [places.outerMessage, 32, 64],
      [places.seed, 97, 128],
    ] as const) {
      this.#bytes[message + length] = 0x80;
      this.#bytes[message + size - 2] = (8 * (64 + length)) >> 8;
      this.#bytes[message + size - 1] = (8 * (64 + length)) & 0xff;
    }
  }
}
