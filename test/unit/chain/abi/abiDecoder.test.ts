import { AbiCoder } from "ethers";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type AbiValue, decodeParameters } from "../../../../src/chain/abi/abiDecoder";
import { readParameters } from "../../../../src/chain/abi/abiType";
import { readArgument } from "../../../../src/chain/abi/abiValue";
import { hexToBytes } from "../../../../src/crypto/bytes/hex";
import { coderTypes } from "../../../support/coderTypes";

interface Typed {
  readonly json: { readonly type: string; readonly name: string; readonly components?: readonly object[] };
  readonly value: AbiValue;
}

const hexOf = (length: fc.Arbitrary<number>): fc.Arbitrary<string> =>
  length
    .chain((bytes) => fc.uint8Array({ minLength: bytes, maxLength: bytes }))
    .map((bytes) => `0x${Buffer.from(bytes).toString("hex")}`);
const elementary: fc.Arbitrary<Typed> = fc.oneof(
  fc.tuple(fc.integer({ min: 1, max: 32 }), fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })).map(([bytes, number]) => ({
    json: { name: "", type: `uint${bytes * 8}` },
    value: BigInt.asUintN(bytes * 8, number).toString(),
  })),
  fc.tuple(fc.integer({ min: 1, max: 32 }), fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })).map(([bytes, number]) => ({
    json: { name: "", type: `int${bytes * 8}` },
    value: BigInt.asIntN(bytes * 8, number).toString(),
  })),
  fc.boolean().map((value) => ({ json: { name: "", type: "bool" }, value })),
  fc.string({ unit: "grapheme", maxLength: 40 }).map((value) => ({ json: { name: "", type: "string" }, value })),
  hexOf(fc.constant(20)).map((value) => ({ json: { name: "", type: "address" }, value })),
  hexOf(fc.integer({ min: 0, max: 70 })).map((value) => ({ json: { name: "", type: "bytes" }, value })),
  fc
    .integer({ min: 1, max: 32 })
    .chain((size) => hexOf(fc.constant(size)).map((value) => ({ json: { name: "", type: `bytes${size}` }, value }))),
);
const { any } = fc.letrec<{ any: Typed }>((tie) => ({
  any: fc.oneof(
    { depthSize: "small" },
    elementary,
    fc.tuple(tie("any"), fc.integer({ min: 0, max: 3 }), fc.boolean()).map(([{ json, value }, count, fixed]) => ({
      json: { ...json, type: `${json.type}[${fixed && count > 0 ? count : ""}]` },
      value: Array.from({ length: count }, () => value),
    })),
    fc.tuple(fc.array(tie("any"), { minLength: 1, maxLength: 3 }), fc.boolean()).map(([members, withNames]) => ({
      json: {
        name: "",
        type: "tuple",
        components: members.map(({ json }, index) => ({ ...json, name: withNames ? `m${index}` : "" })),
      },
      value: withNames
        ? Object.fromEntries(members.map(({ value }, index) => [`m${index}`, value]))
        : members.map(({ value }) => value),
    })),
  ),
}));

test("what ethers encodes is decoded to what was given", () => {
  fc.assert(
    fc.property(fc.array(any, { maxLength: 4 }), (typed) => {
      const parameters = readParameters(
        typed.map(({ json }) => json),
        "test",
      );
      const values = typed.map(({ value }) => value);
      const read = parameters.map((parameter, index) => readArgument(parameter, values[index], index));
      const data = AbiCoder.defaultAbiCoder().encode(coderTypes(parameters), read);
      expect(decodeParameters(parameters, hexToBytes(data))).toEqual(values);
    }),
    { numRuns: 150 },
  );
});

test("arbitrary data neither hangs nor fails otherwise than with a RangeError, and ethers agrees on what is readable", () => {
  fc.assert(
    fc.property(any, fc.array(fc.integer({ min: 0, max: 260 }), { maxLength: 12 }), ({ json }, words) => {
      const parameters = readParameters([json], "test");
      const data = `0x${words.map((word) => word.toString(16).padStart(64, "0")).join("")}`;
      let ours: AbiValue[] | undefined;
      let refused = false;
      try {
        ours = decodeParameters(parameters, hexToBytes(data));
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError);
        refused = String(error).includes("points at itself");
      }
      const theirs = (() => {
        try {
          return AbiCoder.defaultAbiCoder().decode(coderTypes(parameters), data, true).toArray(true);
        } catch {
          return undefined;
        }
      })();
      if (ours === undefined && !refused) expect(theirs).toBeUndefined();
    }),
    { numRuns: 150 },
  );
});

test("data that points at itself is refused at once", () => {
  const nested = readParameters([{ name: "", type: "uint256[][][][][][][][]" }], "test");
  const word = (value: number): string => value.toString(16).padStart(64, "0");
  const data = hexToBytes(`${word(64).repeat(300)}`);
  expect(() => decodeParameters(nested, data)).toThrow(RangeError);
  const nothing = readParameters([{ name: "", type: "uint256[0][]" }], "test");
  expect(() => decodeParameters(nothing, hexToBytes(`${word(32)}${"f".repeat(64)}`))).toThrow(RangeError);
});
