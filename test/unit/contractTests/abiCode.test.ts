import { AbiCoder } from "ethers";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parametersOf } from "../../../src/chain/abi/typeList";
import { decodeValues, encodeValues } from "../../../src/contractTests/cheats/abiCode";
import { dictionaryOf, oneSimpler, randomArguments } from "../../../src/contractTests/run/fuzzInput";
import { Random } from "../../../src/contractTests/run/random";

const lists = [
  "uint256,address,bool",
  "string,bytes,bytes32",
  "uint8[],int128[3],string[]",
  "(uint256,string),(address,bytes)[],bytes4",
  "(uint256[],(bool,string)[2])[]",
];

describe("coding of values", () => {
  it("is that of the library", () => {
    for (const types of lists) {
      const parameters = parametersOf(types);
      fc.assert(
        fc.property(fc.string(), (seed) => {
          const values = randomArguments(parameters, new Random(seed), dictionaryOf([]), new Map());
          const encoded = encodeValues(parameters, values);
          expect(decodeValues(parameters, encoded)).toEqual(values);
          const coder = AbiCoder.defaultAbiCoder();
          const theirs = parameters.map(({ type }) => type);
          expect(coder.encode(theirs, [...coder.decode(theirs, encoded)])).toBe(
            `0x${Buffer.from(encoded).toString("hex")}`,
          );
        }),
        { numRuns: 60 },
      );
    }
  });

  it("gives the same values for the same seed, and others for another", () => {
    const parameters = parametersOf("uint256,bytes,string");
    const some = (seed: string): unknown => randomArguments(parameters, new Random(seed), dictionaryOf([]), new Map());
    expect(some("1")).toEqual(some("1"));
    expect(some("1")).not.toEqual(some("2"));
  });

  it("makes values simpler until there is nothing simpler", () => {
    const parameters = parametersOf("uint256,int8,bytes,string,address,bool,uint8[]");
    let items = parameters.map(({ shape }, index) => ({
      shape,
      value: randomArguments(parameters, new Random("x"), dictionaryOf([]), new Map())[index] ?? 0n,
    }));
    for (let steps = 0; ; steps++) {
      const [first] = oneSimpler(items);
      if (!first) break;
      expect(steps).toBeLessThan(1000);
      items = items.map(({ shape }, index) => ({ shape, value: first[index] ?? 0n }));
    }
    expect(items.map(({ value }) => value)).toEqual([0n, 0n, new Uint8Array(0), "", "0".repeat(40), false, []]);
  });
});
