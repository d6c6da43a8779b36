/** BLAKE2b's compression function with a number of rounds of one's own (RFC 7693, EIP-152), in pieces: 64-bit words as two halves. */
interface Blake2Work {
  readonly rounds: number;
  /** The state before, eight words; low half first, as all words here. */
  readonly h: Uint32Array;
  /** The message, sixteen words. */
  readonly m: Uint32Array;
  /** The working vector, sixteen words. */
  readonly v: Uint32Array;
}

const inputSize = 213;

/** Fractional parts of the square roots of the first eight primes: the state that SHA-512 and BLAKE2b begin with. */
const initial = [
  0x6a09e667f3bcc908n,
  0xbb67ae8584caa73bn,
  0x3c6ef372fe94f82bn,
  0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n,
  0x9b05688c2b3e6c1fn,
  0x1f83d9abfb41bd6bn,
  0x5be0cd19137e2179n,
];

/** Which words of the message a round takes, ten rounds; RFC 7693, 2.7. */
const order = [
  "0123456789abcdef",
  "ea489fd61c02b753",
  "b8c052fdae367194",
  "7931dcbe265a40f8",
  "905724afe1bc683d",
  "2c6a0b834d75fe19",
  "c51fed4a0763928b",
  "db7ec13950f4862a",
  "6fe9b308c2d714a5",
  "a2847615fb9e3cd0",
].map((row) => Uint8Array.from(row, (digit) => 2 * Number.parseInt(digit, 16)));

/** Places of the working vector that are mixed together: columns, then diagonals. */
const mixed = [
  [0, 4, 8, 12],
  [1, 5, 9, 13],
  [2, 6, 10, 14],
  [3, 7, 11, 15],
  [0, 5, 10, 15],
  [1, 6, 11, 12],
  [2, 7, 8, 13],
  [3, 4, 9, 14],
].map((places) => Uint8Array.from(places, (place) => 2 * place));

/** The number of rounds that an input of any length asks for: its first four bytes; 0 where it is shorter. */
export function readRounds(data: Uint8Array): number {
  return data.length < 4 ? 0 : new DataView(data.buffer, data.byteOffset, data.length).getUint32(0);
}

/** Reads the contract's input; undefined when it has not the right form. */
export function readBlake2(data: Uint8Array): Blake2Work | undefined {
  const last = data[inputSize - 1];
  if (data.length !== inputSize || last === undefined || last > 1) return undefined;
  const view = new DataView(data.buffer, data.byteOffset, data.length);
  const words = (at: number, count: number): Uint32Array =>
    Uint32Array.from({ length: count }, (_, i) => view.getUint32(at + 4 * i, true));
  const h = words(4, 16);
  const v = new Uint32Array(32);
  v.set(h);
  for (const [i, word] of initial.entries()) {
    v[16 + 2 * i] = Number(word & 0xffffffffn);
    v[17 + 2 * i] = Number(word >> 32n);
  }
  const counter = words(196, 4);
  for (let i = 0; i < 4; i++) v[24 + i] = (v[24 + i] ?? 0) ^ (counter[i] ?? 0);
  if (last === 1) for (const i of [28, 29]) v[i] = ~(v[i] ?? 0);
  return { rounds: view.getUint32(0), h, m: words(68, 32), v };
}

/** v[a] += v[b] + (low, high) */
function add(v: Uint32Array, a: number, b: number, low: number, high: number): void {
  const sum = (v[a] as number) + (v[b] as number) + low;
  v[a + 1] = (v[a + 1] as number) + (v[b + 1] as number) + high + Math.floor(sum / 0x1_0000_0000);
  v[a] = sum;
}

/** v[a] = (v[a] xor v[b]) turned right by so many bits, 16, 24, 32 or 63. */
function turn(v: Uint32Array, a: number, b: number, bits: number): void {
  const low = (v[a] as number) ^ (v[b] as number);
  const high = (v[a + 1] as number) ^ (v[b + 1] as number);
  if (bits === 32) {
    v[a] = high;
    v[a + 1] = low;
  } else if (bits === 63) {
    v[a] = (low << 1) | (high >>> 31);
    v[a + 1] = (high << 1) | (low >>> 31);
  } else {
    v[a] = (low >>> bits) | (high << (32 - bits));
    v[a + 1] = (high >>> bits) | (low << (32 - bits));
  }
}

/** Rounds from one number up to before another. */
export function blake2Rounds({ m, v }: Blake2Work, from: number, to: number): void {
  for (let round = from; round < to; round++) {
    const row = order[round % 10] as Uint8Array;
    for (let i = 0; i < 8; i++) {
      const [a, b, c, d] = mixed[i] as unknown as [number, number, number, number];
      const [x, y] = [row[2 * i] as number, row[2 * i + 1] as number];
      add(v, a, b, m[x] as number, m[x + 1] as number);
      turn(v, d, a, 32);
      add(v, c, d, 0, 0);
      turn(v, b, c, 24);
      add(v, a, b, m[y] as number, m[y + 1] as number);
      turn(v, d, a, 16);
      add(v, c, d, 0, 0);
      turn(v, b, c, 63);
    }
  }
}

/** The new state, 64 bytes. */
export function writeBlake2({ h, v }: Blake2Work): Uint8Array {
  const out = new Uint8Array(64);
  const view = new DataView(out.buffer);
  for (let i = 0; i < 16; i++) view.setUint32(4 * i, (h[i] ?? 0) ^ (v[i] ?? 0) ^ (v[16 + i] ?? 0), true);
  return out;
}
