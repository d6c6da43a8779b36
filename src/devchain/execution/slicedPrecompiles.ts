import type { Common } from "@ethereumjs/common";
import { type ExecResult, getActivePrecompiles, type PrecompileInput } from "@ethereumjs/evm";
import { blake2Rounds, readBlake2, writeBlake2 } from "./blake2";
import type { TimeSlice } from "./timeSlice";

type Precompile = (input: PrecompileInput) => ExecResult | Promise<ExecResult>;

const modexp = "0000000000000000000000000000000000000005";
const blake2f = "0000000000000000000000000000000000000009";

/** Rounds, and steps over bits of an exponent, between two looks at the clock. */
const roundsAtOnce = 10_000;
/** Exponents so short are over at once. */
const shortExponent = 16;

const numberAt = (data: Uint8Array, at: number, length: number): bigint => {
  const bytes = Buffer.alloc(length);
  bytes.set(data.subarray(at, at + length));
  return length === 0 ? 0n : BigInt(`0x${bytes.toString("hex")}`);
};

/** base^exponent modulo, by the bits from the highest on. */
async function modularPower(
  base: bigint,
  exponent: Uint8Array,
  modulus: bigint,
  timeSlice: TimeSlice,
): Promise<bigint> {
  let result = 1n % modulus;
  const factor = base % modulus;
  for (const byte of exponent)
    for (let bit = 7; bit >= 0; bit--) {
      result = (result * result) % modulus;
      if ((byte >> bit) & 1) result = (result * factor) % modulus;
      if (timeSlice.isOver()) await timeSlice.pause();
    }
  return result;
}

/**
 * The library's modular exponentiation, which would hold up everything else: its price and its refusals with a modulus of zero, which
 * costs the same and computes nothing, and the power by steps.
 */
function slicedModexp(library: Precompile, timeSlice: TimeSlice): Precompile {
  return (input) => {
    const { data } = input;
    const [baseSize, exponentSize, modulusSize] = [0, 32, 64].map((at) => numberAt(data, at, 32));
    if (baseSize === undefined || exponentSize === undefined || modulusSize === undefined) return library(input);
    const long = exponentSize > shortExponent && baseSize + exponentSize + modulusSize < 2n ** 31n;
    if (!long || modulusSize === 0n) return library(input);
    const [base, exponent, modulus] = [Number(baseSize), Number(exponentSize), Number(modulusSize)];
    const modulusAt = 96 + base + exponent;
    const empty = Uint8Array.from(data);
    empty.fill(0, modulusAt, modulusAt + modulus);
    return computed();
    async function computed(): Promise<ExecResult> {
      const priced = await library({ ...input, data: empty });
      const value = numberAt(data, modulusAt, modulus);
      if (priced.exceptionError || value === 0n) return priced;
      const bits = new Uint8Array(exponent);
      bits.set(data.subarray(96 + base, modulusAt));
      const power = await modularPower(numberAt(data, 96, base), bits, value, timeSlice);
      const digits = power.toString(16).padStart(2 * modulus, "0");
      return { ...priced, returnValue: new Uint8Array(Buffer.from(digits, "hex")) };
    }
  };
}

/** The compression function of BLAKE2b, whose rounds the caller says and pays one by one. */
function slicedBlake2(library: Precompile, timeSlice: TimeSlice): Precompile {
  return (input) => {
    const { data, gasLimit } = input;
    const work = readBlake2(data);
    // what is wrong, costs too much or is soon over
    if (!work || work.rounds <= roundsAtOnce || BigInt(work.rounds) > gasLimit) return library(input);
    return computed(work);
    async function computed(state: NonNullable<ReturnType<typeof readBlake2>>): Promise<ExecResult> {
      for (let round = 0; round < state.rounds; round += roundsAtOnce) {
        blake2Rounds(state, round, Math.min(state.rounds, round + roundsAtOnce));
        if (timeSlice.isOver()) await timeSlice.pause();
      }
      return { executionGasUsed: BigInt(state.rounds), returnValue: writeBlake2(state) };
    }
  };
}

/** Contracts of Ethereum of which one call may take minutes: in pieces, so that answers, pushes and signals have their turn. */
export function slicedPrecompiles(common: Common, timeSlice: TimeSlice): { address: string; function: Precompile }[] {
  const all = getActivePrecompiles(common);
  const sliced: readonly (readonly [string, (library: Precompile, timeSlice: TimeSlice) => Precompile])[] = [
    [modexp, slicedModexp],
    [blake2f, slicedBlake2],
  ];
  return sliced.flatMap(([address, make]) => {
    const library = all.get(address);
    return library ? [{ address, function: make(library, timeSlice) }] : [];
  });
}
