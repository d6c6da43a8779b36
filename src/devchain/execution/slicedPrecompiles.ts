import type { Common } from "@ethereumjs/common";
import { type ExecResult, getActivePrecompiles, type PrecompileInput } from "@ethereumjs/evm";
import { numberAt, numberOfBytes } from "../../crypto/bytes/bigEndian";
import { blake2Rounds, readBlake2, writeBlake2 } from "./blake2";
import type { TimeSlice } from "./timeSlice";

type Precompile = (input: PrecompileInput) => ExecResult | Promise<ExecResult>;

const modexp = "0000000000000000000000000000000000000005";
const blake2f = "0000000000000000000000000000000000000009";

/** Rounds between two looks at the clock. */
const roundsAtOnce = 10_000;
/** Exponents so short are over at once. */
const shortExponent = 16;

/** What is missing behind the end of the data counts as zeros. */
function bytesAt(data: Uint8Array, at: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  bytes.set(data.subarray(at, at + length));
  return bytes;
}

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
    const [baseSize, exponentSize, modulusSize] = [numberAt(data, 0), numberAt(data, 32), numberAt(data, 64)];
    const long = exponentSize > shortExponent && baseSize + exponentSize + modulusSize < 2n ** 31n;
    if (!long || modulusSize === 0n) return library(input);
    const [base, exponent, modulus] = [Number(baseSize), Number(exponentSize), Number(modulusSize)];
    const modulusAt = 96 + base + exponent;
    const empty = Uint8Array.from(data);
    empty.fill(0, modulusAt, modulusAt + modulus);
    return computed();
    async function computed(): Promise<ExecResult> {
      const priced = await library({ ...input, data: empty });
      if (priced.exceptionError) return priced; // what is not paid may have any size
      const value = numberOfBytes(bytesAt(data, modulusAt, modulus));
      if (value === 0n) return priced;
      const bits = bytesAt(data, 96 + base, exponent);
      const power = await modularPower(numberOfBytes(bytesAt(data, 96, base)), bits, value, timeSlice);
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
