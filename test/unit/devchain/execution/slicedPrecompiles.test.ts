import { Common, Hardfork, Mainnet } from "@ethereumjs/common";
import { type ExecResult, getActivePrecompiles, type PrecompileInput, paramsEVM } from "@ethereumjs/evm";
import { describe, expect, it, vi } from "vitest";
import { slicedPrecompiles } from "../../../../src/devchain/execution/slicedPrecompiles";
import { TimeSlice, WorkStopped } from "../../../../src/devchain/execution/timeSlice";
import { seededNumbers } from "../../../support/seededNumbers";

const below = seededNumbers(9);
const bytes = (length: number): Buffer => Buffer.from(Array.from({ length }, () => below(256)));
const word = (value: number): Buffer => Buffer.from(value.toString(16).padStart(64, "0"), "hex");

const common = new Common({ chain: Mainnet, hardfork: Hardfork.London, params: paramsEVM });
/** Looks at the clock find it over each time. */
const hasty = (): TimeSlice => Object.assign(new TimeSlice(), { sliceMs: 0 });

async function both(address: string, data: Uint8Array, gasLimit = 10n ** 12n) {
  const timeSlice = hasty();
  const pauses = vi.spyOn(timeSlice, "pause");
  const padded = address.padStart(40, "0");
  const own = slicedPrecompiles(common, timeSlice).find((each) => each.address === padded);
  const library = getActivePrecompiles(common).get(padded);
  if (!own || !library) throw new Error(`there is no ${address}`);
  const input = { data, gasLimit, common } as unknown as PrecompileInput;
  const [ours, theirs] = [await own.function(input), await library(input)];
  const plain = ({ returnValue, executionGasUsed, exceptionError }: ExecResult) => ({
    output: Buffer.from(returnValue).toString("hex"),
    gas: executionGasUsed,
    error: exceptionError?.error,
  });
  return { ours: plain(ours), theirs: plain(theirs), pauses: pauses.mock.calls.length };
}

describe("contracts of Ethereum that may take long, in pieces", () => {
  it("modular exponentiation: the library's results, prices and refusals", async () => {
    let paused = 0;
    for (let round = 0; round < 60; round++) {
      const sizes = [below(200), below(120), below(200)] as const;
      const data = Buffer.concat([...sizes.map(word), bytes(sizes[0] + sizes[1] + sizes[2])]);
      // cut off, with more behind it, with zeros in front of modulus or exponent, or without the gas
      const given = below(4) === 0 ? data.subarray(0, below(data.length)) : Buffer.concat([data, bytes(below(40))]);
      if (below(4) === 0) given.fill(0, 96 + sizes[0]);
      const { ours, theirs, pauses } = await both("05", given, below(6) === 0 ? 10n : 10n ** 12n);
      expect(ours, `round ${round}, ${sizes.join(" ")}`).toEqual(theirs);
      paused += pauses;
    }
    expect(paused).toBeGreaterThan(100);
  });

  it("numbers that are too large to be paid are not made", async () => {
    const { ours, theirs } = await both("05", Buffer.concat([word(0), word(20), word(2 ** 30)]), 3_000_000_000n);
    expect(ours).toEqual(theirs);
  });

  it("BLAKE2b: the library's results, prices and refusals", async () => {
    for (const rounds of [0, 12, 10_000, 10_001, 25_003, 40_000]) {
      const count = Buffer.alloc(4);
      count.writeUInt32BE(rounds);
      for (const last of [0, 1, 2]) {
        const data = Buffer.concat([count, bytes(208), Buffer.from([last])]);
        const { ours, theirs, pauses } = await both("09", data);
        expect(ours, `${rounds} rounds`).toEqual(theirs);
        expect(pauses).toBe(rounds > 10_000 && last < 2 ? Math.ceil(rounds / 10_000) : 0);
        const poor = await both("09", data, BigInt(rounds) - 1n);
        expect(poor.ours).toEqual(poor.theirs);
      }
      const short = await both("09", Buffer.concat([count, bytes(208)]));
      expect(short.ours).toEqual(short.theirs);
    }
  });

  it("are given up when nobody wants the rest", async () => {
    const timeSlice = hasty();
    timeSlice.close();
    const [power, blake] = slicedPrecompiles(common, timeSlice);
    const data = Buffer.concat([word(64), word(64), word(64), bytes(192)]);
    const rounds = Buffer.concat([Buffer.from([0xff, 0xff, 0xff, 0xff]), bytes(208), Buffer.from([1])]);
    const input = { gasLimit: 10n ** 12n, common } as unknown as PrecompileInput;
    await expect(power?.function({ ...input, data })).rejects.toThrow(WorkStopped);
    await expect(blake?.function({ ...input, data: rounds })).rejects.toThrow(WorkStopped);
  });
});
