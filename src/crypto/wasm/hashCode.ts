import { op, type WasmAssembler, WasmFunction } from "./wasmAssembler";

/** Rotation of lane x + 5y in Keccak's step ρ. */
const rotations = [
  0, 1, 62, 28, 27, 36, 44, 6, 55, 20, 3, 10, 43, 25, 39, 41, 45, 15, 21, 8, 18, 2, 61, 56, 14,
] as const;
const keccakRounds = 24;

/** Constants of step ι: bits of a linear feedback shift register (FIPS 202, 3.2.5). */
export function keccakRoundConstants(): bigint[] {
  let register = 1;
  const nextBit = (): number => {
    const bit = register & 1;
    register = register & 0x80 ? ((register << 1) ^ 0x171) & 0xff : register << 1;
    return bit;
  };
  return Array.from({ length: keccakRounds }, () => {
    let constant = 0n;
    for (let j = 0; j <= 6; j++) if (nextBit()) constant |= 1n << BigInt(2 ** j - 1);
    return constant;
  });
}

/**
 * Adds `keccak(state, block, constants, end)`: XORs so many lanes of the block into the 25 of the state and runs
 * the permutation. `lanes` is fixed by the hash: 17 for 256 bits.
 */
export function addKeccakCode(module: WasmAssembler, lanes: number): void {
  // parameters: state, block, address of the round constants, address behind them
  const body = new WasmFunction(4);
  const a = Array.from({ length: 25 }, () => body.local());
  const b = Array.from({ length: 25 }, () => body.local());
  const c = Array.from({ length: 5 }, () => body.local());
  const d = body.local();
  const at = (list: readonly number[], index: number): number => list[index] ?? 0;
  for (const [i, lane] of a.entries()) {
    body.load(0, 8 * i);
    if (i < lanes) body.load(1, 8 * i).emit(op.xor);
    body.set(lane);
  }
  body.emit(op.loop, 0x40);
  for (const [x, column] of c.entries()) {
    body.get(at(a, x));
    for (let y = 1; y < 5; y++) body.get(at(a, x + 5 * y)).emit(op.xor);
    body.set(column);
  }
  for (let x = 0; x < 5; x++) {
    body
      .get(at(c, (x + 1) % 5))
      .constant(1)
      .emit(op.rotl)
      .get(at(c, (x + 4) % 5))
      .emit(op.xor)
      .set(d);
    for (let y = 0; y < 5; y++) {
      const target = y + 5 * ((2 * x + 3 * y) % 5);
      body
        .get(at(a, x + 5 * y))
        .get(d)
        .emit(op.xor);
      body
        .constant(at(rotations, x + 5 * y))
        .emit(op.rotl)
        .set(at(b, target));
    }
  }
  for (let y = 0; y < 5; y++) {
    for (let x = 0; x < 5; x++) {
      body.get(at(b, x + 5 * y));
      body
        .get(at(b, ((x + 1) % 5) + 5 * y))
        .constant(-1)
        .emit(op.xor)
        .get(at(b, ((x + 2) % 5) + 5 * y))
        .emit(op.and);
      body.emit(op.xor).set(at(a, x + 5 * y));
    }
  }
  body.get(at(a, 0)).load(2, 0).emit(op.xor).set(at(a, 0));
  body.get(2).address(8).emit(op.add32).tee(2).get(3).emit(op.sub32).emit(op.branchIf, 0, op.end);
  for (const [i, lane] of a.entries()) body.store(0, 8 * i, () => body.get(lane));
  module.add("keccak", body);
}

const primes = (count: number): number[] => {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime !== 0)) found.push(n);
  return found;
};

/** First 32 bits behind the point of a small prime's root; a double holds them with bits to spare. */
const fractionBits = (root: number): number => Math.floor((root % 1) * 2 ** 32) | 0;

/** Where SHA-256 starts: square roots of the first eight primes. */
export const sha256Start = (): Int32Array => Int32Array.from(primes(8), (prime) => fractionBits(Math.sqrt(prime)));

/** Leaves the four bytes at an address as a number, first byte highest. */
function bigEndianWord(body: WasmFunction, pointer: number, offset: number, word: number): WasmFunction {
  body.get(pointer).emit(op.load32, 2, offset).set(word);
  body.get(word).address(24).emit(op.rotr32).address(0x00ff00ff).emit(op.and32);
  return body
    .get(word)
    .address(8)
    .emit(op.rotr32)
    .address(0xff00ff00 | 0)
    .emit(op.and32, op.or32);
}

/** Adds `sha256Bytes(to, state)`: the eight words as 32 bytes. */
export function addSha256Bytes(module: WasmAssembler): void {
  const body = new WasmFunction(2, "i32");
  const word = body.local();
  for (let i = 0; i < 32; i += 4) bigEndianWord(body.get(0), 1, i, word).emit(op.store32, 2, i);
  module.add("sha256Bytes", body);
}

/** Adds `sha256(state, block)`: compresses 64 bytes into the eight words of the state. */
export function addSha256Code(module: WasmAssembler): void {
  const body = new WasmFunction(2, "i32");
  const word32 = (pointer: number, offset: number): WasmFunction => body.get(pointer).emit(op.load32, 2, offset);
  const rotated = (variable: number, count: number): WasmFunction => body.get(variable).address(count).emit(op.rotr32);
  const w = Array.from({ length: 16 }, (_, i) => {
    const word = body.local();
    bigEndianWord(body, 1, 4 * i, word).set(word);
    return word;
  });
  let state = Array.from({ length: 8 }, (_, i) => {
    const word = body.local();
    word32(0, 4 * i).set(word);
    return word;
  });
  const spare = body.local();
  for (const [round, prime] of primes(64).entries()) {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
    const word = w[round % 16] ?? 0;
    if (round >= 16) {
      const [w1 = 0, w9 = 0, w14 = 0] = [w[(round + 1) % 16], w[(round + 9) % 16], w[(round + 14) % 16]];
      body.get(word).get(w9).emit(op.add32);
      rotated(w1, 7);
      rotated(w1, 18).emit(op.xor32).get(w1).address(3).emit(op.shrUnsigned32, op.xor32, op.add32);
      rotated(w14, 17);
      rotated(w14, 19).emit(op.xor32).get(w14).address(10).emit(op.shrUnsigned32, op.xor32, op.add32).set(word);
    }
    body
      .get(h)
      .get(word)
      .emit(op.add32)
      .address(fractionBits(Math.cbrt(prime)))
      .emit(op.add32);
    rotated(e, 6);
    rotated(e, 11).emit(op.xor32);
    rotated(e, 25).emit(op.xor32, op.add32);
    body.get(f).get(g).emit(op.xor32).get(e).emit(op.and32).get(g).emit(op.xor32, op.add32).set(spare);
    body.get(d).get(spare).emit(op.add32).set(d);
    rotated(a, 2);
    rotated(a, 13).emit(op.xor32);
    rotated(a, 22).emit(op.xor32);
    body.get(a).get(b).emit(op.and32).get(a).get(b).emit(op.or32).get(c).emit(op.and32, op.or32, op.add32);
    body.get(spare).emit(op.add32).set(h);
    state = [h, a, b, c, d, e, f, g];
  }
  for (const [i, word] of state.entries()) {
    body.get(0);
    word32(0, 4 * i)
      .get(word)
      .emit(op.add32)
      .emit(op.store32, 2, 4 * i);
  }
  module.add("sha256", body);
}
