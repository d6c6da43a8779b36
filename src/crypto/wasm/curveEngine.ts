import { bytesOfNumber, numberOfBytes } from "../bytes/bigEndian";
import {
  addFieldCode,
  addPackCode,
  digitBits,
  digitCount,
  digitMask,
  type ModulusTerm,
  numberSize,
  topBits,
} from "./fieldCode";
import { modularInverse } from "./modularInverse";
import { addPointCode, entrySize, pointMemoryEnd, pointPlaces } from "./pointCode";
import { WasmAssembler } from "./wasmAssembler";

/** A curve y² = x³ − 3x + b over p, with a base point of prime order n. */
export interface CurveParameters {
  p: bigint;
  /** `p` as a sum that makes reducing cheap. */
  terms: ModulusTerm[];
  n: bigint;
  b: bigint;
  x: bigint;
  y: bigint;
}

export interface AffinePoint {
  x: bigint;
  y: bigint;
}

/** A multiple of the base point takes one addition per window of so many bits of the number. */
const baseWindow = 8;

const baseWindows = 256 / baseWindow + 1;

const baseEntries = 1 << (baseWindow - 1);

/** The same for any other point, whose table is made for one use. */
const window = 4;

const entries = 1 << (window - 1);

/** Sums that share one inversion: those of a table. */
const maxBatch = baseEntries;

const R = 1n << BigInt(digitBits * digitCount);

let nextPlace = pointMemoryEnd;

const reserve = (size: number): number => {
  nextPlace += size;
  return nextPlace - size;
};

/** Beside the places of the point functions. */
const places = {
  one: reserve(numberSize),
  unit: reserve(numberSize),
  square: reserve(numberSize),
  cube: reserve(numberSize),
  temporary: reserve(4 * numberSize),
  packed: reserve(numberSize),
  batch: reserve(4 * numberSize * maxBatch),
  table: reserve(entries * entrySize),
  base: reserve(0),
};

const pages = Math.ceil((places.base + baseWindows * baseEntries * entrySize) / 65_536);

/** Signed digits of a number of 256 bits, lowest first: −2^(bits−1) … 2^(bits−1), one more of them than windows. */
function signedDigits(bytes: Uint8Array, bits: 4 | 8): Int16Array {
  const perByte = 8 / bits;
  const digits = new Int16Array(32 * perByte + 1);
  let carry = 0;
  for (let i = 0; i < 32 * perByte; i++) {
    const byte = bytes[31 - Math.floor(i / perByte)] ?? 0;
    const digit = ((byte >> (bits * (i % perByte))) & ((1 << bits) - 1)) + carry;
    carry = digit > 1 << (bits - 1) ? 1 : 0;
    digits[i] = digit - (carry << bits);
  }
  digits[32 * perByte] = carry;
  return digits;
}

/**
 * Checks signatures of one curve in WebAssembly, emitted and compiled when the first instance is made. Many times faster than plain
 * JavaScript, and in a time that depends on the numbers: it has one entry, which takes what is public. Nothing here can be given a
 * private key or a nonce (docs/security.md, "Signing").
 */
export class CurveEngine {
  readonly curve: CurveParameters;
  readonly #multiply: (to: number, a: number, b: number) => void;
  readonly #square: (to: number, a: number) => void;
  readonly #addEntry: (entry: number) => void;
  readonly #subtractEntry: (entry: number) => void;
  readonly #doubleSum: () => void;
  readonly #keepEntry: (to: number, point: number) => void;
  readonly #pack: (to: number, from: number) => void;
  readonly #wide: BigInt64Array;
  readonly #narrow: Int32Array;
  #empty = true;

  constructor(curve: CurveParameters) {
    this.curve = curve;
    const module = new WasmAssembler();
    addPointCode(module, addFieldCode(module, "field", curve.terms));
    addPackCode(module);
    const { memory, functions } = module.instantiate(pages);
    const { fieldMultiply, fieldSquare, add, subtract, double, keepEntry, pack } = functions;
    if (!fieldMultiply || !fieldSquare || !add || !subtract || !double || !keepEntry || !pack) {
      throw new RangeError("the module lacks its functions");
    }
    this.#multiply = fieldMultiply;
    this.#square = fieldSquare;
    this.#addEntry = add;
    this.#subtractEntry = subtract;
    this.#doubleSum = double;
    this.#keepEntry = keepEntry;
    this.#pack = pack;
    this.#wide = new BigInt64Array(memory);
    this.#narrow = new Int32Array(memory);
    this.#write(places.one, 1n);
    this.#write(places.unit, R % curve.p);
    this.#write(places.square, (R * R) % curve.p);
    this.#write(places.cube, (R * R * R) % curve.p);
    this.#makeBaseTable();
  }

  #write(at: number, value: bigint): void {
    let rest = value;
    for (let i = at / 8; i < at / 8 + digitCount; i++) {
      this.#wide[i] = rest & digitMask;
      rest >>= BigInt(digitBits);
    }
  }

  #read(at: number): bigint {
    const { p } = this.curve;
    this.#pack(places.packed, at);
    const words = this.#wide;
    const first = places.packed / 8;
    const [w0 = 0n, w1 = 0n, w2 = 0n, w3 = 0n] = [words[first], words[first + 1], words[first + 2], words[first + 3]];
    const high = (BigInt.asUintN(64, w3) << 64n) | BigInt.asUintN(64, w2);
    let value = (high << 128n) | (BigInt.asUintN(64, w1) << 64n) | BigInt.asUintN(64, w0);
    const excess = (this.#narrow[at / 4 + 2 * digitCount - 2] ?? 0) >> topBits;
    if (excess !== 0) value += BigInt(excess) << 256n;
    if (value < 0n) return value + p;
    return value >= p ? value - p : value;
  }

  #copy(to: number, from: number, numbers: number): void {
    this.#wide.copyWithin(to / 8, from / 8, (from + numbers * numberSize) / 8);
  }

  /** Puts an entry's x and y where the sum has them, y perhaps negated. */
  #takeEntry(entry: number, negative: boolean): void {
    for (let i = 0; i < 2 * digitCount; i++) {
      const stored = this.#narrow[entry / 4 + i] ?? 0;
      const digit = negative && i >= digitCount ? -stored : stored;
      this.#narrow[pointPlaces.x / 4 + 2 * i] = digit;
      this.#narrow[pointPlaces.x / 4 + 2 * i + 1] = digit >> 31;
    }
  }

  #startWith(entry: number, negative: boolean): void {
    this.#takeEntry(entry, negative);
    this.#copy(pointPlaces.z, places.unit, 1);
    this.#empty = false;
  }

  /** Adds `digit` times the point whose multiples stand at `table`. */
  #addMultiple(table: number, digit: number): void {
    if (digit === 0) return;
    const entry = table + (Math.abs(digit) - 1) * entrySize;
    if (this.#empty) this.#startWith(entry, digit < 0);
    else if (digit < 0) this.#subtractEntry(entry);
    else this.#addEntry(entry);
  }

  #double(): void {
    if (!this.#empty) this.#doubleSum();
  }

  /** Divides the sums of a batch, three numbers each, by their Z: one inversion for all. False when one has no Z. */
  #divideBatch(count: number): boolean {
    const z = (i: number): number => places.batch + 4 * numberSize * i + 2 * numberSize;
    const product = (i: number): number => z(i) + numberSize;
    this.#copy(product(0), z(0), 1);
    for (let i = 1; i < count; i++) this.#multiply(product(i), product(i - 1), z(i));
    const all = this.#read(product(count - 1));
    if (all === 0n) return false;
    const inverse = places.temporary;
    const own = inverse + numberSize;
    this.#write(inverse, modularInverse(all, this.curve.p));
    this.#multiply(inverse, inverse, places.cube);
    for (let i = count - 1; i >= 0; i--) {
      if (i > 0) {
        this.#multiply(own, inverse, product(i - 1));
        this.#multiply(inverse, inverse, z(i));
      } else this.#copy(own, inverse, 1);
      const [x, y] = [z(i) - 2 * numberSize, z(i) - numberSize];
      this.#multiply(y, y, own);
      this.#square(own, own);
      this.#multiply(x, x, own);
      this.#multiply(y, y, own);
    }
    return true;
  }

  #keepInBatch(i: number): void {
    this.#copy(places.batch + 4 * numberSize * i, pointPlaces.x, 3);
  }

  /** Makes a table of the multiples 1, 2, 3 … of the point at `first`, itself the first entry. */
  #makeTable(table: number, count: number): void {
    this.#empty = true;
    this.#addMultiple(table, 1);
    this.#double();
    this.#keepInBatch(0);
    for (let i = 1; i < count - 1; i++) {
      this.#addMultiple(table, 1);
      this.#keepInBatch(i);
    }
    this.#divideBatch(count - 1);
    for (let i = 0; i < count - 1; i++) {
      this.#keepEntry(table + (i + 1) * entrySize, places.batch + 4 * numberSize * i);
    }
  }

  #writePoint(entry: number, { x, y }: AffinePoint): void {
    const [xPlace, yPlace] = [places.temporary, places.temporary + numberSize];
    this.#write(xPlace, x);
    this.#write(yPlace, y);
    this.#multiply(xPlace, xPlace, places.square);
    this.#multiply(yPlace, yPlace, places.square);
    this.#keepEntry(entry, xPlace);
  }

  #makeBaseTable(): void {
    this.#writePoint(places.base, this.curve);
    for (let i = 0; ; i++) {
      const table = places.base + i * baseEntries * entrySize;
      this.#makeTable(table, baseEntries);
      if (i === baseWindows - 1) return;
      this.#empty = true;
      this.#addMultiple(table, baseEntries);
      this.#double();
      this.#keepInBatch(0);
      this.#divideBatch(1);
      this.#keepEntry(table + baseEntries * entrySize, places.batch);
    }
  }

  #addBaseMultiple(number: Uint8Array): void {
    const digits = signedDigits(number, baseWindow);
    for (let i = 0; i < digits.length; i++) {
      this.#addMultiple(places.base + i * baseEntries * entrySize, digits[i] ?? 0);
    }
  }

  /** The points of a divided batch, out of Montgomery's form. */
  #batchPoint(i: number): AffinePoint {
    const x = places.batch + 4 * numberSize * i;
    this.#multiply(x, x, places.one);
    this.#multiply(x + numberSize, x + numberSize, places.one);
    return { x: this.#read(x), y: this.#read(x + numberSize) };
  }

  /**
   * The point s·G + (r + s)·P of a signature r ‖ s (64 bytes) and a public key P on the curve, whose x an SM2 signature must tell.
   * Undefined for the point at infinity, and where a formula met one of its exceptions: then ask a slower library.
   */
  signaturePoint(signature: Uint8Array, publicKey: AffinePoint): AffinePoint | undefined {
    const s = signature.subarray(32, 64);
    const sum = (numberOfBytes(signature.subarray(0, 32)) + numberOfBytes(s)) % this.curve.n;
    const digits = signedDigits(bytesOfNumber(sum), window);
    this.#writePoint(places.table, publicKey);
    this.#makeTable(places.table, entries);
    this.#empty = true;
    for (let i = digits.length - 1; i >= 0; i--) {
      for (let bit = 0; bit < window; bit++) this.#double();
      this.#addMultiple(places.table, digits[i] ?? 0);
    }
    this.#addBaseMultiple(s);
    if (this.#empty) return undefined;
    this.#keepInBatch(0);
    return this.#divideBatch(1) ? this.#batchPoint(0) : undefined;
  }
}
