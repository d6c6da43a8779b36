import { addSha256Bytes, addSha256Code, sha256Start } from "./hashCode";
import { WasmAssembler } from "./wasmAssembler";

/** Addresses: SHA-256's start, then what depends on a key. */
const places = {
  ...{ start: 0, key: 32, inner: 64, outer: 96, sha: 128, keyBlock: 160 },
  ...{ v: 224, outerMessage: 288, seed: 352, end: 480 },
} as const;
const keyPads = [
  [places.inner, 0x36363636],
  [places.outer, 0x5c5c5c5c],
] as const;

/** Draws the nonces of signatures in WebAssembly. Made when something is signed first, which a chain that only checks never does. */
export class NonceEngine {
  readonly #sha256: (...values: number[]) => void;
  readonly #sha256Bytes: (...values: number[]) => void;
  readonly #bytes: Uint8Array;
  readonly #words: Int32Array;

  constructor() {
    const module = new WasmAssembler();
    addSha256Code(module);
    addSha256Bytes(module);
    const { memory, functions } = module.instantiate(1);
    const { sha256, sha256Bytes } = functions;
    if (!sha256 || !sha256Bytes) throw new RangeError("the module lacks its functions");
    this.#sha256 = sha256;
    this.#sha256Bytes = sha256Bytes;
    this.#bytes = new Uint8Array(memory);
    this.#words = new Int32Array(memory);
    this.#words.set(sha256Start(), places.start / 4);
    this.#padMessages();
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
