import { createHash, getHashes } from "node:crypto";
import { inspect } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bytesToHexDigits, hexToBytes } from "../../../src/crypto/bytes/hex";
import { privateKeySigner } from "../../../src/crypto/privateKeySigner";
import { sm3 } from "../../../src/crypto/sm3";
import { cryptoSuite, smSuite, standardSuite } from "../../../src/crypto/suites";

const key = hexToBytes("0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20");
const otherKey = hexToBytes("02".repeat(32));
const hash = new Uint8Array(32).fill(7);

describe.each([standardSuite, smSuite])("the $name suite", (suite) => {
  const publicKey = suite.publicKey(key);

  it("finds the signer of what it signed", () => {
    const signature = suite.sign(hash, key);
    expect(suite.signer(hash, signature)).toEqual(publicKey);
    expect(suite.verify(hash, signature.subarray(0, 64), publicKey)).toBe(true);
    expect(suite.verify(hash, signature.subarray(0, 64), suite.publicKey(otherKey))).toBe(false);
  });

  it("refuses damaged signatures without throwing", () => {
    const signature = suite.sign(hash, key);
    fc.assert(
      fc.property(fc.nat(signature.length - 1), fc.integer({ min: 1, max: 255 }), (at, mask) => {
        const damaged = signature.slice();
        damaged[at] = (damaged[at] ?? 0) ^ mask;
        expect(suite.signer(hash, damaged)).not.toEqual(publicKey);
      }),
      { numRuns: 40 },
    );
    for (const length of [0, 63, 64, 65, 66, 127, 129]) {
      expect(suite.signer(hash, new Uint8Array(length))).toBeUndefined();
      expect(suite.verify(hash, new Uint8Array(length), publicKey)).toBe(false);
    }
    expect(suite.verify(hash, signature.subarray(0, 64), new Uint8Array(64))).toBe(false);
    expect(suite.verify(hash, new Uint8Array(64).fill(0xff), publicKey)).toBe(false);
  });

  it("refuses keys out of range", () => {
    const refused = ["00".repeat(32), "ff".repeat(32), "01".repeat(31), "01".repeat(33)];
    for (const bad of refused) {
      expect(() => suite.publicKey(hexToBytes(bad)), bad).toThrow(RangeError);
      expect(() => suite.sign(hash, hexToBytes(bad)), bad).toThrow(RangeError);
    }
    expect(() => suite.sign(new Uint8Array(31), key)).toThrow(RangeError);
  });

  it("hides the key of a signer", async () => {
    const signer = privateKeySigner(suite, key);
    const shown = `${inspect(signer, { depth: 9, showHidden: true })} ${JSON.stringify(signer)}`;
    expect(shown).not.toContain(bytesToHexDigits(key));
    expect(shown).not.toContain("1, 2, 3, 4");
    expect(suite.signer(hash, await signer.sign(hash))).toEqual(publicKey);
  });
});

describe("the suites", () => {
  it("are told apart by name", () => {
    expect(cryptoSuite("sm")).toBe(smSuite);
    expect(cryptoSuite("standard")).toBe(standardSuite);
  });

  it("sign as their standards say: the same each time, or never the same", () => {
    expect(standardSuite.sign(hash, key)).toEqual(standardSuite.sign(hash, key));
    expect(smSuite.sign(hash, key)).not.toEqual(smSuite.sign(hash, key));
  });

  it("refuses the SM2 key n−1, which has no signature", () => {
    const order = 0xfffffffeffffffffffffffffffffffff7203df6b21c6052b53bbf40939d54123n;
    expect(() => smSuite.publicKey(hexToBytes((order - 1n).toString(16)))).toThrow(RangeError);
    expect(smSuite.publicKey(hexToBytes((order - 2n).toString(16)))).toHaveLength(64);
  });
});

describe("SM3", () => {
  it("of abc is that of the standard", () => {
    expect(bytesToHexDigits(sm3(new TextEncoder().encode("abc")))).toBe(
      "66c7f0f462eeedd9d1f2d46bdc10e4e24167c4875cf2f7a2297da02b8f4ba8e0",
    );
  });

  it.runIf(getHashes().includes("sm3"))("equals OpenSSL's at every length around the block size", () => {
    for (let length = 0; length <= 200; length++) {
      const data = Uint8Array.from({ length }, (_, i) => (i * 31 + length) & 0xff);
      expect(bytesToHexDigits(sm3(data))).toBe(createHash("sm3").update(data).digest("hex"));
    }
  });
});
