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
