import { randomBytes } from "node:crypto";
import { weierstrass } from "@noble/curves/abstract/weierstrass.js";
import { bytesOfNumber, bytesOfPoint, numberOfBytes, pointOfBytes } from "./bigEndian";
import { bytesToHexDigits } from "./hex";
import { modularInverse } from "./modularInverse";
import { sm3 } from "./sm3";
import type { AffinePoint, CurveParameters } from "./wasm/curveEngine";
import { curveEngine } from "./wasm/engines";
import { sparseModulus } from "./wasm/fieldCode";

/** sm2p256v1 (GB/T 32918.5). */
const p = 0xfffffffeffffffffffffffffffffffffffffffff00000000ffffffffffffffffn;
const n = 0xfffffffeffffffffffffffffffffffff7203df6b21c6052b53bbf40939d54123n;
const b = 0x28e9fa9e9d9f5e344d5a9e4bcf6509a7f39789f515ab8f92ddbcbd414d940e93n;
const x = 0x32c4ae2c1f1981195f9904466a39c9948fe30bbff2660be1715a4589334c74c7n;
const y = 0xbc3736a2f4f6779c59bdcee36b692153d0a9877cc62a474002df32e52139f0a0n;
const terms = sparseModulus([
  [256, 1n],
  [224, -1n],
  [96, -1n],
  [64, 1n],
  [0, -1n],
]);
const curve: CurveParameters = { p, n, a: -3n, b, x, y, terms };
/** Stands in where there is no WebAssembly, and decides the cases that the engine's formulas leave open. */
const library = weierstrass({ p, n, h: 1n, a: p - 3n, b, Gx: x, Gy: y });

const modulo = (value: bigint): bigint => ((value % n) + n) % n;

function scalar(privateKey: Uint8Array): bigint {
  if (privateKey.length !== 32) throw new RangeError(`an SM2 private key has 32 bytes, not ${privateKey.length}`);
  const value = numberOfBytes(privateKey);
  if (value < 1n || value > n - 2n) throw new RangeError("the private key is outside the range of SM2");
  return value;
}

function multiplyBase(numbers: readonly Uint8Array[]): AffinePoint[] {
  const points = curveEngine(curve)?.multiplyBase(numbers) ?? [];
  return numbers.map((number, i) => points[i] ?? library.BASE.multiply(numberOfBytes(number)).toAffine());
}

/** 64 bytes x ‖ y. @throws RangeError for a key outside 1 … n−2. */
export function sm2PublicKey(privateKey: Uint8Array): Uint8Array {
  scalar(privateKey);
  const [point] = multiplyBase([privateKey]);
  return point ? bytesOfPoint(point) : new Uint8Array(64);
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** Length in bits and text of the default identity, then the curve: what ZA begins with for every key. */
const identity = concat([
  Uint8Array.of(0x00, 0x80),
  new TextEncoder().encode("1234567812345678"),
  ...[p - 3n, b, x, y].map(bytesOfNumber),
]);

const identityHash = (publicKey: Uint8Array): Uint8Array => sm3(concat([identity, publicKey]));
const digest = (za: Uint8Array, message: Uint8Array): bigint => numberOfBytes(sm3(concat([za, message])));

/** What every signature of one key needs again. */
interface PreparedKey {
  digits: string;
  d: bigint;
  publicKey: Uint8Array;
  za: Uint8Array;
  inverse: bigint;
}

/** Lives as long as the caller's own array of the key, and counts only while that holds the same key. */
const prepared = new WeakMap<Uint8Array, PreparedKey>();

function prepare(privateKey: Uint8Array): PreparedKey {
  const digits = bytesToHexDigits(privateKey);
  const known = prepared.get(privateKey);
  if (known?.digits === digits) return known;
  const d = scalar(privateKey);
  const publicKey = sm2PublicKey(privateKey);
  const key = { digits, d, publicKey, za: identityHash(publicKey), inverse: modularInverse(1n + d, n) };
  prepared.set(privateKey, key);
  return key;
}

/** Numbers of 1 … n−1; 16 surplus bytes make the bias negligible. */
function randomScalars(count: number): Uint8Array[] {
  const bytes = randomBytes(48 * count);
  return Array.from({ length: count }, (_, i) =>
    bytesOfNumber((numberOfBytes(bytes.subarray(48 * i, 48 * (i + 1))) % (n - 1n)) + 1n),
  );
}

/** Undefined for what happens once in 2^250 signatures. */
function signatureOf(message: Uint8Array, key: PreparedKey, k: bigint, point: AffinePoint): Uint8Array | undefined {
  const r = modulo(digest(key.za, message) + point.x);
  const s = modulo(key.inverse * (k - r * key.d));
  if (r === 0n || r + k === n || s === 0n) return undefined;
  return concat([bytesOfNumber(r), bytesOfNumber(s), key.publicKey]);
}

/**
 * 128 bytes r ‖ s ‖ public key over each message (GB/T 32918.2 with the default identity). Many at once cost less each.
 * @throws RangeError for a key outside 1 … n−2.
 */
export function sm2Sign(messages: readonly Uint8Array[], privateKey: Uint8Array): Uint8Array[] {
  const key = prepare(privateKey);
  const numbers = randomScalars(messages.length);
  const points = multiplyBase(numbers);
  return messages.flatMap((message, i) => {
    const [number, point] = [numbers[i], points[i]];
    const signature = number && point && signatureOf(message, key, numberOfBytes(number), point);
    return signature ? [signature] : sm2Sign([message], privateKey);
  });
}

function multiplyAdd(s: bigint, t: bigint, key: AffinePoint): AffinePoint | undefined {
  const point = curveEngine(curve)?.multiplyAdd(bytesOfNumber(s), bytesOfNumber(t), key);
  if (point) return point;
  const sum = library.BASE.multiplyUnsafe(s).add(library.fromAffine(key).multiplyUnsafe(t));
  return sum.is0() ? undefined : sum.toAffine();
}

function isPoint({ x: keyX, y: keyY }: AffinePoint): boolean {
  return keyX < p && keyY < p && (keyY * keyY - (keyX * keyX - 3n) * keyX - b) % p === 0n;
}

/** Whether r ‖ s (64 bytes) is the key's signature over the message. */
export function sm2Verify(message: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean {
  if (signature.length !== 64 || publicKey.length !== 64) return false;
  const r = numberOfBytes(signature.subarray(0, 32));
  const s = numberOfBytes(signature.subarray(32));
  const key = pointOfBytes(publicKey);
  if (r === 0n || s === 0n || r >= n || s >= n || !isPoint(key)) return false;
  const t = modulo(r + s);
  if (t === 0n) return false;
  const point = multiplyAdd(s, t, key);
  return point !== undefined && modulo(digest(identityHash(publicKey), message) + point.x) === r;
}
