import { createHash } from "node:crypto";
import { weierstrass } from "@noble/curves/abstract/weierstrass.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { bytesOfNumber, numberOfBytes } from "../../../../src/crypto/bytes/bigEndian";
import { bytesToHexDigits, hexToBytes } from "../../../../src/crypto/bytes/hex";
import { sm2Point } from "../../../../src/crypto/sm2Curve";
import { sm2EngineCurve } from "../../../../src/crypto/sm2Verifying";
import { cryptoSuite } from "../../../../src/crypto/suites";
import { CurveEngine, type CurveParameters } from "../../../../src/crypto/wasm/curveEngine";
import { KeccakEngine } from "../../../../src/crypto/wasm/engines";
import { denseModulus } from "../../../../src/crypto/wasm/fieldCode";
import { modularInverse } from "../../../../src/crypto/wasm/modularInverse";

const numbers = fc.uint8Array({ minLength: 32, maxLength: 32 });
const p256 = {
  p: 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn,
  n: 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n,
  b: 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn,
  Gx: 0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296n,
  Gy: 0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5n,
};
/** Two curves, one for each way to write a modulus; the library works on both. */
const cases = [
  { name: "SM2", library: sm2Point(), curve: sm2EngineCurve },
  {
    name: "P-256, its modulus digit by digit",
    library: weierstrass({ ...p256, h: 1n, a: p256.p - 3n }),
    curve: { ...p256, x: p256.Gx, y: p256.Gy, terms: denseModulus(p256.p) } as CurveParameters,
  },
];

describe.each(cases)("the engine of $name", ({ library, curve }) => {
  const engine = new CurveEngine(curve);
  const { n } = curve;
  const modulo = (value: bigint): bigint => ((value % n) + n) % n;
  /** r ‖ s for which the engine adds s·G and t·P. */
  const signature = (s: bigint, t: bigint): Uint8Array =>
    Uint8Array.from([...bytesOfNumber(modulo(t - s)), ...bytesOfNumber(s)]);
  const edges = [0n, 1n, 2n, 127n, 128n, 129n, 255n, 256n, n - 2n, n - 1n];

  it("adds two multiples as the library does", () => {
    const compare = (s: bigint, t: bigint, key: bigint): void => {
      const point = library.BASE.multiply(key);
      const expected = library.BASE.multiplyUnsafe(s).add(point.multiplyUnsafe(t));
      const found = engine.signaturePoint(signature(s, t), point.toAffine());
      // what the engine leaves open, the library decides
      if (found) expect(found).toEqual(expected.toAffine());
      else expect(edges.includes(s) || edges.includes(t)).toBe(true);
    };
    // Spread over the whole range: small multiples of the base point meet each other on the way, which the engine leaves open too.
    const number = fc.nat().map((seed) => {
      const digest = createHash("sha256").update(String(seed)).digest("hex");
      return (BigInt(`0x${digest}`) % (n - 1n)) + 1n;
    });
    fc.assert(fc.property(number, number, number, compare), { numRuns: 40 });
    for (const s of edges) for (const t of edges) compare(s, t, 7n);
  });

  it("leaves the exceptions of its formulas open", () => {
    const base = library.BASE.toAffine();
    expect(engine.signaturePoint(signature(1n, 1n), base)).toBeUndefined();
    expect(engine.signaturePoint(signature(1n, 1n), library.BASE.negate().toAffine())).toBeUndefined();
    expect(engine.signaturePoint(signature(0n, 0n), base)).toBeUndefined();
    expect(engine.signaturePoint(signature(0n, 1n), base)).toEqual(base);
    expect(engine.signaturePoint(signature(1n, 0n), library.BASE.double().toAffine())).toEqual(base);
  });

  it("takes any 64 bytes for a signature", () => {
    fc.assert(
      fc.property(numbers, numbers, (r, s) => {
        const bytes = Uint8Array.from([...r, ...s]);
        const factor = numberOfBytes(s) % n;
        const point = library.BASE.multiply(9n);
        const other = (numberOfBytes(r) + numberOfBytes(s)) % n;
        const expected = library.BASE.multiplyUnsafe(factor).add(point.multiplyUnsafe(other)).toAffine();
        expect(engine.signaturePoint(bytes, point.toAffine())).toEqual(expected);
      }),
      { numRuns: 20 },
    );
  });
});

describe("the engine of hashes", () => {
  it("computes keccak256 as the library does, at every length around the block", () => {
    const engine = new KeccakEngine();
    for (const length of [...Array(140).keys(), 271, 272, 273, 5000]) {
      const data = Uint8Array.from({ length }, (_, i) => (7 * i + length) & 0xff);
      expect(bytesToHexDigits(engine.keccak256(data))).toBe(bytesToHexDigits(keccak_256(data)));
    }
  });
});

describe("without WebAssembly", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  it("the library checks SM2 signatures, and hashes", async () => {
    vi.stubGlobal("WebAssembly", undefined);
    vi.resetModules();
    const { sm2Verify } = await import("../../../../src/crypto/sm2Verifying");
    const { keccak256 } = await import("../../../../src/crypto/keccak256");
    vi.unstubAllGlobals();
    const suite = cryptoSuite("sm");
    const key = hexToBytes("01".repeat(32));
    const hash = new Uint8Array(32).fill(7);
    const publicKey = suite.publicKey(key);
    const signature = suite.sign(hash, key).subarray(0, 64);
    expect(sm2Verify(hash, signature, publicKey)).toBe(true);
    expect(sm2Verify(key, signature, publicKey)).toBe(false);
    expect(keccak256(hash)).toEqual(cryptoSuite("standard").hash(hash));
  });
});

describe("the modular inverse", () => {
  it("is one for every number", () => {
    const { n } = sm2EngineCurve;
    const isInverse = (value: bigint): boolean => (modularInverse(value, n) * value) % n === 1n;
    fc.assert(fc.property(fc.bigInt({ min: 1n, max: n - 1n }), isInverse), { numRuns: 200 });
    for (const value of [1n, 2n, n - 1n, 2n ** 52n, 2n ** 52n + 1n, 2n ** 255n]) expect(isInverse(value)).toBe(true);
    expect(() => modularInverse(6n, 9n)).toThrow(RangeError);
  });
});
