import { weierstrass } from "@noble/curves/abstract/weierstrass.js";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { bytesOfNumber, numberOfBytes } from "../../../../src/crypto/bigEndian";
import { bytesToHexDigits, hexToBytes } from "../../../../src/crypto/hex";
import { modularInverse } from "../../../../src/crypto/modularInverse";
import { secp256k1Curve } from "../../../../src/crypto/secp256k1";
import { cryptoSuite, signHashes } from "../../../../src/crypto/suites";
import { CurveEngine, type CurveParameters } from "../../../../src/crypto/wasm/curveEngine";
import { denseModulus, sparseModulus } from "../../../../src/crypto/wasm/fieldCode";
import { KeccakEngine } from "../../../../src/crypto/wasm/keccakEngine";
import { NonceEngine } from "../../../../src/crypto/wasm/nonceEngine";

const numbers = fc.uint8Array({ minLength: 32, maxLength: 32 });
const p256 = {
  p: 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn,
  n: 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n,
  b: 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn,
  Gx: 0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296n,
  Gy: 0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5n,
};
const k1 = secp256k1.Point.CURVE();
/** Two curves, one for each formula and each way to write a modulus; the library works on both. */
const cases = [
  {
    name: "secp256k1",
    library: secp256k1.Point,
    curve: {
      ...{ p: k1.p, n: k1.n, a: 0n, b: 7n, x: k1.Gx, y: k1.Gy },
      terms: sparseModulus([
        [256, 1n],
        [32, -1n],
        [0, -977n],
      ]),
    } as CurveParameters,
  },
  { name: "secp256k1 with its endomorphism", library: secp256k1.Point, curve: secp256k1Curve },
  {
    name: "P-256, its modulus digit by digit",
    library: weierstrass({ ...p256, h: 1n, a: p256.p - 3n }),
    curve: { ...p256, a: -3n, x: p256.Gx, y: p256.Gy, terms: denseModulus(p256.p) } as CurveParameters,
  },
];

describe.each(cases)("the engine of $name", ({ library, curve }) => {
  const engine = new CurveEngine(curve);
  const times = (number: Uint8Array): { x: bigint; y: bigint } | undefined => {
    const factor = numberOfBytes(number) % curve.n;
    return factor === 0n ? undefined : library.BASE.multiply(factor).toAffine();
  };
  const edges = [
    0n,
    1n,
    2n,
    127n,
    128n,
    129n,
    255n,
    256n,
    curve.n - 2n,
    curve.n - 1n,
    curve.n,
    curve.n + 1n,
    2n ** 255n,
    2n ** 256n - 1n,
  ];

  it("multiplies the base point as the library does, one by one and many at once", () => {
    const sample = [...edges.map(bytesOfNumber), ...fc.sample(numbers, 140)];
    const expected = sample.map((number) => times(number));
    expect(sample.flatMap((number) => engine.multiplyBase([number]))).toEqual(expected);
    const ordinary = sample.filter((number) => times(number) !== undefined);
    expect(engine.multiplyBase(ordinary)).toEqual(ordinary.map((number) => times(number)));
    expect(engine.multiplyBase(sample)).toEqual(expected);
  });

  it("adds two multiples as the library does", () => {
    fc.assert(
      fc.property(numbers, numbers, numbers, (u1, u2, key) => {
        const point = library.BASE.multiply((numberOfBytes(key) % (curve.n - 1n)) + 1n);
        const other = numberOfBytes(u2) % curve.n;
        const first = library.BASE.multiplyUnsafe(numberOfBytes(u1) % curve.n);
        const expected = first.add(point.multiplyUnsafe(other)).toAffine();
        expect(engine.multiplyAdd(u1, u2, point.toAffine())).toEqual(expected);
      }),
      { numRuns: 25 },
    );
  });

  it("leaves the exceptions of its formulas open", () => {
    const [one, zero] = [bytesOfNumber(1n), bytesOfNumber(0n)];
    const base = library.BASE.toAffine();
    expect(engine.multiplyAdd(one, one, base)).toBeUndefined();
    expect(engine.multiplyAdd(one, one, library.BASE.negate().toAffine())).toBeUndefined();
    expect(engine.multiplyAdd(zero, zero, base)).toBeUndefined();
    expect(engine.multiplyAdd(zero, one, base)).toEqual(base);
    expect(engine.multiplyAdd(one, zero, library.BASE.double().toAffine())).toEqual(base);
  });

  it("finds points by their x", () => {
    for (const number of fc.sample(numbers, 10)) {
      const point = times(number);
      if (!point) continue;
      expect(engine.isOnCurve(point)).toBe(true);
      expect(engine.isOnCurve({ x: point.x, y: point.y ^ 1n })).toBe(false);
      expect([point.y, curve.p - point.y]).toContain(engine.yOf(point.x));
    }
    expect(Array.from({ length: 20 }, (_, x) => engine.yOf(BigInt(x)) !== undefined)).toContain(false);
  });
});

describe("the engines of hashes", () => {
  it("computes keccak256 as the library does, at every length around the block", () => {
    const engine = new KeccakEngine();
    for (const length of [...Array(140).keys(), 271, 272, 273, 5000]) {
      const data = Uint8Array.from({ length }, (_, i) => (7 * i + length) & 0xff);
      expect(bytesToHexDigits(engine.keccak256(data))).toBe(bytesToHexDigits(keccak_256(data)));
    }
  });

  it("draws the numbers of RFC 6979", () => {
    const engine = new NonceEngine();
    const mac = (key: Uint8Array, ...parts: Uint8Array[]): Uint8Array =>
      hmac(sha256, key, Uint8Array.from(Buffer.concat(parts)));
    for (const [key, hash] of fc.sample(fc.tuple(numbers, numbers), 20)) {
      const v0 = new Uint8Array(32).fill(1);
      const k1 = mac(new Uint8Array(32), v0, Uint8Array.of(0), key, hash);
      const v1 = mac(k1, v0);
      const k2 = mac(k1, v1, Uint8Array.of(1), key, hash);
      expect(engine.deterministicNumber(key, hash)).toEqual(mac(k2, mac(k2, v1)));
    }
  });
});

describe("signatures", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  it("are those of the library, hash by hash and many at once", () => {
    const hashes = [...fc.sample(numbers, 30), new Uint8Array(32), new Uint8Array(32).fill(0xff)];
    const [key = new Uint8Array(32)] = fc.sample(numbers, 1);
    const expected = hashes.map((hash) => {
      const recovered = secp256k1.sign(hash, key, { prehash: false, format: "recovered" });
      return bytesToHexDigits(Uint8Array.of(...recovered.subarray(1), recovered[0] ?? 0));
    });
    expect(signHashes("standard", hashes, key).map(bytesToHexDigits)).toEqual(expected);
    const publicKey = cryptoSuite("sm").publicKey(key);
    for (const [i, signature] of signHashes("sm", hashes, key).entries()) {
      expect(cryptoSuite("sm").signer(hashes[i] ?? key, signature)).toEqual(publicKey);
    }
  });

  it("are made and checked without WebAssembly too", async () => {
    vi.stubGlobal("WebAssembly", undefined);
    vi.resetModules();
    const plain = await import("../../../../src/crypto/suites");
    vi.unstubAllGlobals();
    const key = hexToBytes("01".repeat(32));
    const hash = new Uint8Array(32).fill(7);
    expect(plain.standardSuite.sign(hash, key)).toEqual(cryptoSuite("standard").sign(hash, key));
    for (const name of ["standard", "sm"] as const) {
      const publicKey = cryptoSuite(name).publicKey(key);
      expect(plain.cryptoSuite(name).publicKey(key)).toEqual(publicKey);
      expect(plain.cryptoSuite(name).hash(hash)).toEqual(cryptoSuite(name).hash(hash));
      const signature = plain.cryptoSuite(name).sign(hash, key);
      for (const suite of [plain.cryptoSuite(name), cryptoSuite(name)]) {
        expect(suite.signer(hash, signature)).toEqual(publicKey);
        expect(suite.verify(hash, signature.subarray(0, 64), publicKey)).toBe(true);
        expect(suite.verify(key, signature.subarray(0, 64), publicKey)).toBe(false);
      }
    }
  });
});

describe("the modular inverse", () => {
  it("is one for every number", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: k1.n - 1n }),
        (value) => (modularInverse(value, k1.n) * value) % k1.n === 1n,
      ),
      { numRuns: 200 },
    );
    for (const value of [1n, 2n, k1.n - 1n, 2n ** 52n, 2n ** 52n + 1n, 2n ** 255n]) {
      expect((modularInverse(value, k1.n) * value) % k1.n).toBe(1n);
    }
    expect(() => modularInverse(6n, 9n)).toThrow(RangeError);
  });
});

describe("the endomorphism of secp256k1", () => {
  const { n, p, x, y, endomorphism } = secp256k1Curve;
  if (!endomorphism) throw new Error("secp256k1 has one");
  const { beta, split } = endomorphism;
  const image = secp256k1.Point.fromAffine({ x: (beta * x) % p, y });
  const multiple = (factor: bigint) => (factor < 0n ? image.multiply(-factor).negate() : image.multiplyUnsafe(factor));

  it.each([0n, 1n, 2n, n - 1n, n / 2n, 1n << 128n, (1n << 128n) - 1n])("splits %i into two short factors", (factor) => {
    const [first, second] = split(factor);
    for (const part of [first, second]) expect((part < 0n ? -part : part) >> 128n).toBe(0n);
    const base = secp256k1.Point.BASE;
    const sum = (first < 0n ? base.multiply(-first).negate() : base.multiplyUnsafe(first)).add(multiple(second));
    expect(sum.equals(base.multiplyUnsafe(factor))).toBe(true);
  });
});
