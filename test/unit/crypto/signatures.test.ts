// Signatures beside those of other libraries: made by one, checked by the other, for both suites.
import { secp256k1 } from "@noble/curves/secp256k1.js";
import fc from "fast-check";
import { sm2 } from "sm-crypto-v2";
import { describe, expect, it } from "vitest";
import { bytesOfNumber } from "../../../src/crypto/bytes/bigEndian";
import { bytesToHexDigits, hexToBytes } from "../../../src/crypto/bytes/hex";
import { smSuite, standardSuite } from "../../../src/crypto/suites";

const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 });
const keys = bytes.map((key) => Uint8Array.from([1, ...key.subarray(1)]));
const order = secp256k1.Point.Fn.ORDER;

describe("secp256k1", () => {
  const byNoble = (hash: Uint8Array, key: Uint8Array): Uint8Array => {
    const recovered = secp256k1.sign(hash, key, { prehash: false, format: "recovered" });
    return Uint8Array.of(...recovered.subarray(1), recovered[0] ?? 0);
  };

  it("signs bit by bit as RFC 6979 says, and derives the same keys", () => {
    fc.assert(
      fc.property(bytes, keys, (hash, key) => {
        expect(standardSuite.publicKey(key)).toEqual(secp256k1.getPublicKey(key, false).slice(1));
        expect(standardSuite.sign(hash, key)).toEqual(byNoble(hash, key));
      }),
      { numRuns: 40 },
    );
    const key = new Uint8Array(32).fill(5);
    for (const hash of [new Uint8Array(32), new Uint8Array(32).fill(0xff), bytesOfNumber(order), bytesOfNumber(1n)])
      expect(standardSuite.signer(hash, standardSuite.sign(hash, key))).toEqual(standardSuite.publicKey(key));
  });

  it("finds and checks the signer of any r, s and v as another library does", () => {
    const expected = (hash: Uint8Array, signature: Uint8Array): Uint8Array | undefined => {
      try {
        const recovered = Uint8Array.of(signature[64] ?? 0, ...signature.subarray(0, 64));
        const key = secp256k1.recoverPublicKey(recovered, hash, { prehash: false });
        return secp256k1.Point.fromBytes(key).toBytes(false).slice(1);
      } catch {
        return undefined;
      }
    };
    const scalars = fc.oneof(
      bytes,
      fc.constantFrom(0n, 1n, order - 1n, order, order + 1n, 2n ** 256n - 1n).map(bytesOfNumber),
    );
    fc.assert(
      fc.property(bytes, scalars, scalars, fc.nat(4), (hash, r, s, v) => {
        const signature = Uint8Array.of(...r, ...s, v);
        const found = standardSuite.signer(hash, signature);
        expect(found).toEqual(expected(hash, signature));
        if (found) expect(standardSuite.verify(hash, signature.subarray(0, 64), found)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it("takes a signature with a high s for the same, as a node does", () => {
    const hash = new Uint8Array(32).fill(9);
    const key = new Uint8Array(32).fill(3);
    const signature = standardSuite.sign(hash, key);
    const s = BigInt(`0x${bytesToHexDigits(signature.subarray(32, 64))}`);
    signature.set(bytesOfNumber(order - s), 32);
    signature[64] = 1 - (signature[64] ?? 0);
    expect(standardSuite.signer(hash, signature)).toEqual(standardSuite.publicKey(key));
    expect(standardSuite.verify(hash, signature.subarray(0, 64), standardSuite.publicKey(key))).toBe(true);
  });
});

describe("SM2", () => {
  it("derives the same keys, and each side checks what the other signs", () => {
    fc.assert(
      fc.property(bytes, keys, (message, key) => {
        const publicKey = smSuite.publicKey(key);
        const point = `04${bytesToHexDigits(publicKey)}`;
        expect(sm2.getPublicKeyFromPrivateKey(bytesToHexDigits(key))).toBe(point);
        const options = { hash: true, der: false, publicKey: point };
        const theirs = hexToBytes(sm2.doSignature(message, bytesToHexDigits(key), options));
        expect(smSuite.verify(message, theirs, publicKey)).toBe(true);
        for (const known of [undefined, publicKey]) {
          const ours = smSuite.sign(message, key, known);
          expect(ours.subarray(64)).toEqual(publicKey);
          const text = bytesToHexDigits(ours.subarray(0, 64));
          expect(sm2.doVerifySignature(message, text, point, options)).toBe(true);
          expect(smSuite.signer(message, ours)).toEqual(publicKey);
        }
      }),
      { numRuns: 12 },
    );
  });

  it("draws another random number for each signature", () => {
    const key = new Uint8Array(32).fill(3);
    const publicKey = smSuite.publicKey(key);
    const drawn = Array.from({ length: 20 }, () => bytesToHexDigits(smSuite.sign(key, key, publicKey).subarray(0, 32)));
    expect(new Set(drawn).size).toBe(20);
  });

  it("signs many messages with one key, also with random numbers that begin with zeros", () => {
    const sign = smSuite.signingWith(new Uint8Array(32).fill(3));
    const publicKey = smSuite.publicKey(new Uint8Array(32).fill(3));
    for (let i = 0; i < 1000; i++) {
      const message = bytesOfNumber(BigInt(i));
      expect(smSuite.signer(message, sign(message))).toEqual(publicKey);
    }
    expect(() => sign(new Uint8Array(31))).toThrow(RangeError);
  });
});
