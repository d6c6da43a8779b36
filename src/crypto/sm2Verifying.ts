import { numberOfBytes, pointOfBytes } from "./bytes/bigEndian";
import { sm2Curve, sm2IdentityHash, sm2MessageHash, sm2Point } from "./sm2Curve";
import type { AffinePoint, CurveParameters } from "./wasm/curveEngine";
import { curveEngine } from "./wasm/engines";
import { sparseModulus } from "./wasm/fieldCode";

/**
 * What of SM2 needs nothing secret: here our own engine works, many times as fast as a library
 * (docs/measurements.md, "Cryptography and requests").
 */
const { p, n, b } = sm2Curve;
const terms = sparseModulus([
  [256, 1n],
  [224, -1n],
  [96, -1n],
  [64, 1n],
  [0, -1n],
]);
/** The curve as the engine takes it. */
export const sm2EngineCurve: CurveParameters = { ...sm2Curve, terms };

/** The library stands in where there is no WebAssembly, and decides the cases that the engine's formulas leave open. */
function signaturePoint(signature: Uint8Array, t: bigint, key: AffinePoint): AffinePoint | undefined {
  const point = curveEngine(sm2EngineCurve)?.signaturePoint(signature, key);
  if (point) return point;
  const s = numberOfBytes(signature.subarray(32));
  const Point = sm2Point();
  const sum = Point.BASE.multiplyUnsafe(s).add(Point.fromAffine(key).multiplyUnsafe(t));
  return sum.is0() ? undefined : sum.toAffine();
}

function isPoint({ x, y }: AffinePoint): boolean {
  return x < p && y < p && (y * y - (x * x - 3n) * x - b) % p === 0n;
}

/** Whether r ‖ s (64 bytes) is the key's signature over the message. */
export function sm2Verify(message: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean {
  if (signature.length !== 64 || publicKey.length !== 64) return false;
  const r = numberOfBytes(signature.subarray(0, 32));
  const s = numberOfBytes(signature.subarray(32));
  const key = pointOfBytes(publicKey);
  if (r === 0n || s === 0n || r >= n || s >= n || !isPoint(key)) return false;
  const t = (r + s) % n;
  if (t === 0n) return false;
  const point = signaturePoint(signature, t, key);
  if (!point) return false;
  return (numberOfBytes(sm2MessageHash(message, sm2IdentityHash(publicKey))) + point.x) % n === r;
}
