const smallest = 1024;
/** Larger ones are not kept for the next frame. */
const maxKeptSize = 64 * 1024;
const maxKept = 32;
const spare: Uint8Array[] = [];

/** A 32-byte word of the bytes as a number. */
function readWord(view: DataView, at: number): bigint {
  const low = view.getBigUint64(at + 24);
  const [a, b, c] = [view.getBigUint64(at), view.getBigUint64(at + 8), view.getBigUint64(at + 16)];
  if (a === 0n && b === 0n) return c === 0n ? low : (c << 64n) | low;
  return (((((a << 64n) | b) << 64n) | c) << 64n) | low;
}

/** Writes a number as a 32-byte word. */
function writeWord(view: DataView, at: number, word: bigint): void {
  if (word < 1n << 64n) {
    view.setBigUint64(at, 0n);
    view.setBigUint64(at + 8, 0n);
    view.setBigUint64(at + 16, 0n);
  } else {
    view.setBigUint64(at, word >> 192n);
    view.setBigUint64(at + 8, word >> 128n);
    view.setBigUint64(at + 16, word >> 64n);
  }
  view.setBigUint64(at + 24, word);
}

/**
 * Memory of one frame, with the members of the library's class: starts small, doubles, and goes to the next frame when this
 * one is over. The library's own takes 8 KB anew for every frame, which is most of what a short call costs.
 */
export class FrameMemory {
  _store: Uint8Array;
  #view: DataView;
  #used = 0;

  constructor() {
    this._store = spare.pop() ?? new Uint8Array(smallest);
    this.#view = new DataView(this._store.buffer);
  }

  extend(offset: number, size: number): void {
    if (size === 0) return;
    const end = offset + size;
    if (end > this.#used) this.#used = end;
    if (end <= this._store.length) return;
    const larger = new Uint8Array(Math.max(2 * this._store.length, Math.ceil(end / 32) * 32));
    larger.set(this._store);
    this._store = larger;
    this.#view = new DataView(larger.buffer);
  }

  /** @throws RangeError when the value has another length. */
  write(offset: number, size: number, value: Uint8Array): void {
    if (size === 0) return;
    if (value.length !== size) throw new RangeError(`a value of ${value.length} bytes for ${size} bytes of memory`);
    this.extend(offset, size);
    this._store.set(value, offset);
  }

  /** A copy, or with `shared` the bytes themselves, which stay good until the frame goes on. */
  read(offset: number, size: number, shared?: boolean): Uint8Array {
    this.extend(offset, size);
    const end = offset + size;
    return shared ? this._store.subarray(offset, end) : this._store.slice(offset, end);
  }

  word(at: number): bigint {
    this.extend(at, 32);
    return readWord(this.#view, at);
  }

  setWord(at: number, word: bigint): void {
    this.extend(at, 32);
    writeWord(this.#view, at, word);
  }

  /** The frame is over: its bytes may serve another. */
  release(): void {
    if (this._store.length > maxKeptSize || spare.length >= maxKept) return;
    this._store.fill(0, 0, this.#used);
    spare.push(this._store);
  }
}

const wordGas = 3n;

/** Words of 32 bytes that hold so many bytes. */
export const wordsOf = (length: bigint): bigint => (length + 31n) / 32n;

/** Price of growing a frame's memory to hold `length` bytes from `offset` on: 3 a word and the square of the words over 512. */
export function memoryGas(
  frame: { memoryWordCount: bigint; highestMemCost: bigint },
  offset: bigint,
  length: bigint,
): bigint {
  if (length === 0n) return 0n;
  const words = wordsOf(offset + length);
  if (words <= frame.memoryWordCount) return 0n;
  const cost = words * wordGas + (words * words) / 512n;
  const more = cost - frame.highestMemCost;
  frame.highestMemCost = cost;
  frame.memoryWordCount = words;
  return more > 0n ? more : 0n;
}
