import { secp256k1 as library } from "@noble/curves/secp256k1.js";
import { bytesOfNumber, bytesOfPoint, numberOfBytes, pointOfBytes, writeNumber } from "./bigEndian";
import { modularInverse, modularInverses } from "./modularInverse";
import type { AffinePoint, CurveEngine, CurveParameters } from "./wasm/curveEngine";
import { curveEngine, nonceEngine } from "./wasm/engines";
import { sparseModulus } from "./wasm/fieldCode";

/**
 * secp256k1 for 32-byte hashes. The engine does the work; the library stands in where there is no WebAssembly, and decides
 * the cases that the engine's formulas leave open.
 */
const { p, n, Gx: x, Gy: y } = library.Point.CURVE() as { p: bigint; n: bigint; Gx: bigint; Gy: bigint };
const terms = sparseModulus([
  [256, 1n],
  [32, -1n],
  [0, -977n],
]);
/** β³ ≡ 1 mod p, and a short basis (first, second) of the pairs with first + second · λ ≡ 0 mod n, where λ belongs to β. */
const beta = 0x7ae96a2b657c07106e64479eac3434e99cf0497512f58995c1396c28719501een;
const basis = [
  [0x3086d221a7d46bcde86c90e49284eb15n, -0xe4437ed6010e88286f547fa90abfe4c3n],
  [0x114ca50f7a8e2f3f657c1108d9d44cfd8n, 0x3086d221a7d46bcde86c90e49284eb15n],
] as const;

const rounded = (value: bigint): bigint => (value + n / 2n) / n;

function split(factor: bigint): [bigint, bigint] {
  const [[a1, b1], [a2, b2]] = basis;
  const [c1, c2] = [rounded(b2 * factor), rounded(-b1 * factor)];
  return [factor - c1 * a1 - c2 * a2, -c1 * b1 - c2 * b2];
}

/** The curve as the engine takes it. */
export const secp256k1Curve: CurveParameters = { p, n, a: 0n, b: 7n, x, y, terms, endomorphism: { beta, split } };

const modulo = (value: bigint): bigint => ((value % n) + n) % n;

function scalar(privateKey: Uint8Array): bigint {
  if (privateKey.length !== 32) throw new RangeError(`a private key has 32 bytes, not ${privateKey.length}`);
  const value = numberOfBytes(privateKey);
  if (value === 0n || value >= n) throw new RangeError("the private key is outside the range of secp256k1");
  return value;
}

/** 64 bytes x ‖ y. @throws RangeError for a key outside 1 … n−1. */
export function secp256k1PublicKey(privateKey: Uint8Array): Uint8Array {
  scalar(privateKey);
  const [point] = curveEngine(secp256k1Curve)?.multiplyBase([privateKey]) ?? [];
  return point ? bytesOfPoint(point) : library.getPublicKey(privateKey, false).slice(1);
}

/** noble puts the recovery bit first, FISCO BCOS last. */
function signByLibrary(hash: Uint8Array, privateKey: Uint8Array): Uint8Array {
  const recovered = library.sign(hash, privateKey, { prehash: false, format: "recovered" });
  return Uint8Array.of(...recovered.subarray(1), recovered[0] ?? 0);
}

/** Undefined for what happens once in 2^128 signatures. */
function signatureOf(point: AffinePoint, inverseNonce: bigint, hash: Uint8Array, d: bigint): Uint8Array | undefined {
  const { x: rx, y: ry } = point;
  if (rx >= n) return undefined;
  let s = (inverseNonce * (numberOfBytes(hash) + rx * d)) % n;
  if (s === 0n) return undefined;
  let odd = Number(ry & 1n);
  if (s > n >> 1n) {
    s = n - s;
    odd ^= 1;
  }
  const signature = new Uint8Array(65);
  writeNumber(signature, 0, rx);
  writeNumber(signature, 32, s);
  signature[64] = odd;
  return signature;
}

/**
 * 65 bytes r ‖ s ‖ v for each hash: RFC 6979 nonce, low s, v 0 or 1. Many at once cost less each.
 * @throws RangeError for a key outside 1 … n−1.
 */
export function secp256k1Sign(hashes: readonly Uint8Array[], privateKey: Uint8Array): Uint8Array[] {
  const d = scalar(privateKey);
  const engine = curveEngine(secp256k1Curve);
  const drawing = nonceEngine();
  if (!engine || !drawing) return hashes.map((hash) => signByLibrary(hash, privateKey));
  // RFC 6979 reduces the hash before it seeds the nonce
  const reduced = hashes.map((hash) => (numberOfBytes(hash) < n ? hash : bytesOfNumber(numberOfBytes(hash) % n)));
  const nonces = reduced.map((hash) => drawing.deterministicNumber(privateKey, hash));
  const values = nonces.map(numberOfBytes);
  // one in 2^128 numbers drawn is out of range, and the next one counts
  if (values.some((value) => value === 0n || value >= n)) return hashes.map((hash) => signByLibrary(hash, privateKey));
  const points = engine.multiplyBase(nonces);
  const inverses = modularInverses(values, n);
  return hashes.map((hash, i) => {
    const [point, inverse] = [points[i], inverses[i]];
    const signature = point && inverse !== undefined && signatureOf(point, inverse, hash, d);
    return signature || signByLibrary(hash, privateKey);
  });
}

function recoverByLibrary(hash: Uint8Array, signature: Uint8Array): Uint8Array | undefined {
  try {
    const recovered = Uint8Array.of(signature[64] ?? 0, ...signature.subarray(0, 64));
    const compressed = library.recoverPublicKey(recovered, hash, { prehash: false });
    return library.Point.fromBytes(compressed).toBytes(false).slice(1);
  } catch {
    return undefined; // r, s or v out of range, or no point has this r
  }
}

function multiplyAdd(engine: CurveEngine, u1: bigint, u2: bigint, point: AffinePoint): AffinePoint | undefined {
  return engine.multiplyAdd(bytesOfNumber(u1), bytesOfNumber(u2), point);
}

/** The 64-byte public key that made the 65-byte signature; undefined when it is none. */
export function secp256k1Recover(hash: Uint8Array, signature: Uint8Array): Uint8Array | undefined {
  const engine = curveEngine(secp256k1Curve);
  if (!engine) return recoverByLibrary(hash, signature);
  const r = numberOfBytes(signature.subarray(0, 32));
  const s = numberOfBytes(signature.subarray(32, 64));
  const v = signature[64] ?? 0;
  const rx = v & 2 ? r + n : r;
  if (r === 0n || s === 0n || r >= n || s >= n || v > 3 || rx >= p) return undefined;
  const root = engine.yOf(rx);
  if (root === undefined) return undefined;
  const ry = (root & 1n) === BigInt(v & 1) ? root : p - root;
  const inverse = modularInverse(r, n);
  const u1 = modulo(-(numberOfBytes(hash) * inverse));
  const point = multiplyAdd(engine, u1, (s * inverse) % n, { x: rx, y: ry });
  return point ? bytesOfPoint(point) : recoverByLibrary(hash, signature);
}

function verifyByLibrary(hash: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean {
  try {
    const point = Uint8Array.of(4, ...publicKey);
    return library.verify(signature.subarray(0, 64), hash, point, { prehash: false, lowS: false });
  } catch {
    return false; // not a point of the curve
  }
}

/** Whether the key made r ‖ s; a v behind it is not looked at. */
export function secp256k1Verify(hash: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean {
  const engine = curveEngine(secp256k1Curve);
  if (!engine) return verifyByLibrary(hash, signature, publicKey);
  const r = numberOfBytes(signature.subarray(0, 32));
  const s = numberOfBytes(signature.subarray(32, 64));
  const key = pointOfBytes(publicKey);
  if (r === 0n || s === 0n || r >= n || s >= n || !engine.isOnCurve(key)) return false;
  const inverse = modularInverse(s, n);
  const point = multiplyAdd(engine, (numberOfBytes(hash) * inverse) % n, (r * inverse) % n, key);
  return point ? point.x % n === r : verifyByLibrary(hash, signature, publicKey);
}
