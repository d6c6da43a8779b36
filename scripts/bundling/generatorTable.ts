// Two thirds of libsecp256k1's WebAssembly are a table that doesn't compress, though a page of code makes it: multiples of the curve's
// generator, which it takes when signatures are checked. Packages leave the table out (`packedWasm` in wasm.ts), which compares what is
// left out with what is made here, byte for byte; programs make it before a call that needs it. All of it is public.

/** A point of the curve, not the one at infinity. */
type Point = readonly [x: bigint, y: bigint];

const p = 2n ** 256n - 2n ** 32n - 977n;
/** The generator's order. */
const n = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
/** SEC 2, §2.4.1. */
const generator: Point = [
  0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798n,
  0x483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8n,
];

/** libsecp256k1's `ECMULT_WINDOW_SIZE` of 15: odd multiples below 2^14, of G and of 2^128·G (its `pre_g` and `pre_g_128`). */
const multiples = 2 ** 13;
const farDoublings = 128;

const reduced = (number: bigint, modulus = p): bigint => {
  const rest = number % modulus;
  return rest < 0n ? rest + modulus : rest;
};

/** By Euclid's algorithm. */
function inverse(number: bigint, modulus = p): bigint {
  let [a, b, x, y] = [reduced(number, modulus), modulus, 1n, 0n];
  while (a > 1n) {
    const quotient = b / a;
    [a, b, x, y] = [b - quotient * a, a, y - quotient * x, x];
  }
  return reduced(x, modulus);
}

/** The third point of a line through two others, negated. */
function sum([x, y]: Point, [otherX]: Point, slope: bigint): Point {
  const sumX = reduced(slope * slope - x - otherX);
  return [sumX, reduced(slope * (x - sumX) - y)];
}

function twice(point: Point): Point {
  const [x, y] = point;
  return sum(point, point, reduced(3n * x * x * inverse(2n * y)));
}

/** Every point and the step, with one inversion for all. */
function stepOn(points: readonly Point[], step: Point): Point[] {
  const products = [1n];
  for (const [x] of points) products.push(((products.at(-1) ?? 1n) * (step[0] - x)) % p);
  let inverted = inverse(products.pop() ?? 1n);
  return points
    .toReversed()
    .map((point) => {
      const [x, y] = point;
      const slope = (((inverted * (products.pop() ?? 1n)) % p) * (step[1] - y)) % p;
      inverted = (inverted * (step[0] - x)) % p;
      return sum(point, step, slope);
    })
    .toReversed();
}

/** The point's multiples by 1, 3, 5 … */
function oddMultiples(point: Point): Point[] {
  let points = [point];
  for (let step = twice(point); points.length < multiples; step = twice(step)) {
    points = [...points, ...stepOn(points, step)];
  }
  return points;
}

/** As `secp256k1_ge_storage` in the memory of WebAssembly: 64 bytes a point, x before y, the low byte first. */
function stored(points: readonly Point[]): Buffer {
  const words = new BigUint64Array(8 * points.length);
  points.flat().forEach((number, at) => {
    for (let word = 0; word < 4; word++) words[4 * at + word] = BigInt.asUintN(64, number >> BigInt(64 * word));
  });
  return Buffer.from(words.buffer);
}

/** Both halves of the table; takes some 60 ms. */
export function generatorTable(): [near: Buffer, far: Buffer] {
  let far = generator;
  for (let i = 0; i < farDoublings; i++) far = twice(far);
  return [stored(oddMultiples(generator)), stored(oddMultiples(far))];
}

/** What the WebAssembly exports: its memory, functions, and places in its memory. */
type Exports = Readonly<Record<string, unknown>>;

/** Do without the table. Any other function makes it first. */
const withoutTable = new Set([
  "initializeContext",
  "isPoint",
  "pointAdd",
  "pointFromScalar",
  "pointMultiply",
  "privateAdd",
  "sign",
  "signRecoverable",
]);

/** So many senders are found without the table, each in half as long again: then it has paid to make it. */
const sendersWithout = 100;

const numberOf = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString("hex")}`);
const bytesOf = (number: bigint): Uint8Array => Buffer.from(number.toString(16).padStart(64, "0"), "hex");

/**
 * Finds a sender as the library's `recover` does, by those of its functions that do without the table: R·s/r − G·hash/r, where r is the x
 * of R (SEC 1, §4.1.6). Undefined for what is no ordinary signature: then the library says what is wrong with it.
 */
function recoverWithoutTable(exports: Exports, length: number, recoveryId: number): 1 | undefined {
  const call = (name: string, ...args: number[]): boolean =>
    (exports[name] as (...args: number[]) => number)(...args) === 1;
  const { buffer } = exports["memory"] as { buffer: ArrayBuffer };
  const place = (name: string, size: number): Uint8Array =>
    new Uint8Array(buffer, (exports[`${name}_INPUT`] as { value: number }).value, size);
  const [hash, r, s] = [
    numberOf(place("HASH", 32)),
    place("SIGNATURE", 32),
    numberOf(place("SIGNATURE", 64).subarray(32)),
  ];
  const x = numberOf(r);
  if (x === 0n || x >= n || s === 0n || s >= n || hash % n === 0n || recoveryId > 1) return undefined;
  const inverted = inverse(x, n);
  place("PRIVATE", 32).set(bytesOf(reduced(-hash * inverted, n)));
  if (!call("pointFromScalar", 65)) return undefined;
  const ofGenerator = place("PUBLIC_KEY", 65).slice();
  place("PUBLIC_KEY", 33).set([2 + recoveryId, ...r]);
  place("TWEAK", 32).set(bytesOf((s * inverted) % n));
  try {
    if (!call("pointMultiply", 33, 65)) return undefined;
  } catch {
    return undefined; // no point has this x
  }
  new Uint8Array(buffer, (exports["PUBLIC_KEY_INPUT2"] as { value: number }).value, 65).set(ofGenerator);
  return call("pointAdd", 65, 65, length) ? 1 : undefined;
}

/**
 * The same exports of the WebAssembly, which have the table before a function runs that needs it.
 * @param addresses where the halves belong in its memory
 * @public the loader that `packedWasm` writes takes it
 */
export function withGeneratorTable(exports: Exports, addresses: readonly [near: number, far: number]): Exports {
  let isThere = false;
  let senders = 0;
  const makeTable = (): void => {
    if (isThere) return;
    const { buffer } = exports["memory"] as { buffer: ArrayBuffer };
    for (const [half, bytes] of generatorTable().entries()) new Uint8Array(buffer).set(bytes, addresses[half]);
    isThere = true;
  };
  const guarded = (name: string, value: unknown): unknown => {
    if (typeof value !== "function" || withoutTable.has(name)) return value;
    return (...args: number[]): unknown => {
      if (name === "recover" && !isThere && senders++ < sendersWithout) {
        const [length = 0, recoveryId = 0] = args;
        const found = recoverWithoutTable(exports, length, recoveryId);
        if (found !== undefined) return found;
      }
      makeTable();
      return Reflect.apply(value, undefined, args);
    };
  };
  return Object.fromEntries(Object.entries(exports).map(([name, value]) => [name, guarded(name, value)]));
}
