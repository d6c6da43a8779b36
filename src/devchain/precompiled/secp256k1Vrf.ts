import { secp256k1 } from "@noble/curves/secp256k1.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { numberOfBytes } from "../../crypto/bytes/bigEndian";

const { Point } = secp256k1;
type CurvePoint = ReturnType<typeof Point.fromBytes>;

const order = Point.Fn.ORDER;
const times = (point: CurvePoint, scalar: bigint): CurvePoint => (scalar === 0n ? Point.ZERO : point.multiply(scalar));

/** A hash as a scalar, or undefined for the very few that are none. */
function hashToScalar(...parts: Uint8Array[]): bigint | undefined {
  const scalar = numberOfBytes(sha256(Buffer.concat(parts)));
  return scalar < order ? scalar : undefined;
}

function readPoint(bytes: Uint8Array): CurvePoint | undefined {
  try {
    return Point.fromBytes(bytes);
  } catch {
    return undefined;
  }
}

const challenge = (h: CurvePoint, gamma: Uint8Array, u: CurvePoint, v: CurvePoint): bigint | undefined =>
  hashToScalar(h.toBytes(), gamma, u.toBytes(), v.toBytes());

const proofOf = (gamma: Uint8Array, c: bigint, s: bigint): Uint8Array =>
  Buffer.concat([gamma, Point.Fn.toBytes(c), Point.Fn.toBytes(s)]);

/** The number that a proof stands for: sha256 of eight times its point. */
const randomOf = (gamma: CurvePoint): Uint8Array => sha256(times(gamma, 8n).toBytes());

/** The public key of a node for the verifiable random function over secp256k1: its own, compressed. */
export const publicKey = (secret: Uint8Array): Uint8Array => secp256k1.getPublicKey(secret, true);

/** Whether the bytes are a point of the curve. */
export const isPublicKey = (key: Uint8Array): boolean => readPoint(key) !== undefined;

/**
 * Proves what the owner of a key draws for a message. The nonce follows from both, so that the same chain makes the same proof.
 * @throws Error for the message in 2^128 whose hash is no scalar.
 */
export function prove(secret: Uint8Array, message: Uint8Array): Uint8Array {
  const x = numberOfBytes(secret);
  const hScalar = hashToScalar(publicKey(secret), message);
  const nonce = hashToScalar(secret, message);
  if (!hScalar || !nonce) throw new Error("the message hashes to no scalar");
  const h = times(Point.BASE, hScalar);
  const gamma = times(h, x);
  const k = (x * nonce) % order;
  const c = challenge(h, gamma.toBytes(), times(Point.BASE, k), times(h, k));
  if (c === undefined) throw new Error("the proof hashes to no scalar");
  return proofOf(gamma.toBytes(), c, (k + c * x) % order);
}

/**
 * Checks a proof of the verifiable random function over secp256k1 with SHA-256 (docs/protocol/built-in-contracts.md, "rPBFT").
 * Proof: point (33, compressed), challenge and answer (32 each, big endian). Gives the random number, or undefined for a bad proof.
 */
export function verify(message: Uint8Array, key: Uint8Array, proof: Uint8Array): Uint8Array | undefined {
  if (proof.length !== 97) return undefined;
  const gammaBytes = proof.subarray(0, 33);
  const c = numberOfBytes(proof.subarray(33, 65));
  const s = numberOfBytes(proof.subarray(65));
  const [gamma, point, hScalar] = [readPoint(gammaBytes), readPoint(key), hashToScalar(key, message)];
  if (!gamma || !point || hScalar === undefined || c >= order || s >= order) return undefined;
  const h = times(Point.BASE, hScalar);
  const u = times(Point.BASE, s).subtract(times(point, c));
  const v = times(h, s).subtract(times(gamma, c));
  return challenge(h, gammaBytes, u, v) === c ? randomOf(gamma) : undefined;
}
