import { ristretto255, ristretto255_hasher } from "@noble/curves/ed25519.js";
import { keccak_256, sha3_512 } from "@noble/hashes/sha3.js";

const { Point } = ristretto255;
type RistrettoPoint = ReturnType<typeof Point.fromBytes>;

const order = Point.Fn.ORDER;

function littleEndian(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).reverse().toString("hex") || "0"}`);
}

const hashToScalar = (data: Uint8Array): bigint => littleEndian(sha3_512(data)) % order;

function hashToPoint(data: Uint8Array): RistrettoPoint {
  const point = ristretto255_hasher.deriveToCurve?.(sha3_512(data));
  if (!point) throw new Error("the curve library derives no points");
  return point;
}

/** A multiple that may be 0, which the library's own multiplication refuses. */
const times = (point: RistrettoPoint, scalar: bigint): RistrettoPoint =>
  scalar === 0n ? Point.ZERO : point.multiply(scalar);

/** The challenge that binds a proof to its key and message. */
function challenge(
  publicKey: Uint8Array,
  message: Uint8Array,
  gamma: Uint8Array,
  u: RistrettoPoint,
  v: RistrettoPoint,
) {
  return hashToScalar(Buffer.concat([publicKey, message, publicKey, gamma, u.toBytes(), v.toBytes()]));
}

/**
 * Checks a proof of the verifiable random function that nodes use: Ristretto over Curve25519 with SHA3-512
 * (docs/protocol/built-in-contracts.md, "Crypto"). Proof: point, challenge and answer of 32 bytes each, scalars little endian.
 * Gives the random number (big endian, keccak256 of eight times the point), or undefined for a bad proof.
 */
export function verify(message: Uint8Array, publicKey: Uint8Array, proof: Uint8Array): Uint8Array | undefined {
  if (proof.length !== 96) return undefined;
  const gammaBytes = proof.subarray(0, 32);
  const c = littleEndian(proof.subarray(32, 64));
  const s = littleEndian(proof.subarray(64, 96));
  if (c >= order || s >= order) return undefined;
  let gamma: RistrettoPoint;
  let key: RistrettoPoint;
  try {
    gamma = Point.fromBytes(gammaBytes);
    key = Point.fromBytes(publicKey);
  } catch {
    return undefined;
  }
  const u = times(key, c).add(times(Point.BASE, s));
  const v = times(gamma, c).add(times(hashToPoint(Buffer.concat([publicKey, message])), s));
  if (challenge(publicKey, message, gammaBytes, u, v) !== c) return undefined;
  return keccak_256(times(gamma, 8n).toBytes());
}

const littleEndianBytes = (scalar: bigint): Uint8Array =>
  Buffer.from(scalar.toString(16).padStart(64, "0"), "hex").reverse();

/** The public key that belongs to a node's private key: that key only seeds the scalar. */
export const publicKey = (secret: Uint8Array): Uint8Array => times(Point.BASE, hashToScalar(secret)).toBytes();

/** Whether the bytes are a point of the group. */
export function isPublicKey(key: Uint8Array): boolean {
  try {
    Point.fromBytes(key);
    return true;
  } catch {
    return false;
  }
}

/** Proves what the owner of a key draws for a message. The nonce follows from both, so that the same chain makes the same proof. */
export function prove(secret: Uint8Array, message: Uint8Array): Uint8Array {
  const x = hashToScalar(secret);
  const key = publicKey(secret);
  const h = hashToPoint(Buffer.concat([key, message]));
  const gamma = times(h, x).toBytes();
  const k = hashToScalar(Buffer.concat([secret, key, message]));
  const c = challenge(key, message, gamma, times(Point.BASE, k), times(h, k));
  const s = (((k - c * x) % order) + order) % order;
  return Buffer.concat([gamma, littleEndianBytes(c), littleEndianBytes(s)]);
}
