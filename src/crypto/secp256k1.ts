import { isPrivate, pointFromScalar, privateAdd, recover, signRecoverable, verify } from "tiny-secp256k1";

/**
 * secp256k1 for 32-byte hashes, all of it by Bitcoin's libsecp256k1 in WebAssembly: its time does not depend on a key (docs/security.md,
 * "Signing"), and it is the fastest library that is kept.
 */
function requireKey(privateKey: Uint8Array): void {
  if (privateKey.length !== 32) throw new RangeError(`a private key has 32 bytes, not ${privateKey.length}`);
  if (!isPrivate(privateKey)) throw new RangeError("the private key is outside the range of secp256k1");
}

/** 64 bytes x ‖ y. @throws RangeError for a key outside 1 … n−1. */
export function secp256k1PublicKey(privateKey: Uint8Array): Uint8Array {
  requireKey(privateKey);
  const point = pointFromScalar(privateKey, false);
  if (!point) throw new RangeError("the private key has no public key");
  return point.slice(1);
}

/** 65 bytes r ‖ s ‖ v: RFC 6979 nonce, low s, v 0 or 1. @throws RangeError for a key outside 1 … n−1. */
export function secp256k1Sign(hash: Uint8Array, privateKey: Uint8Array): Uint8Array {
  requireKey(privateKey);
  const { signature, recoveryId } = signRecoverable(hash, privateKey);
  const whole = new Uint8Array(65);
  whole.set(signature);
  whole[64] = recoveryId;
  return whole;
}

/** The 64-byte public key that made the 65-byte signature; undefined when it is none. */
export function secp256k1Recover(hash: Uint8Array, signature: Uint8Array): Uint8Array | undefined {
  const v = signature[64] ?? 0;
  if (v > 3) return undefined;
  try {
    return recover(hash, signature.subarray(0, 64), v as 0 | 1 | 2 | 3, false)?.slice(1);
  } catch {
    return undefined; // r or s out of range, or no point has this r
  }
}

/** Whether the key made r ‖ s; a v behind it is not looked at. */
export function secp256k1Verify(hash: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean {
  const point = new Uint8Array(65);
  point[0] = 4;
  point.set(publicKey, 1);
  try {
    return verify(hash, point, signature.subarray(0, 64));
  } catch {
    return false; // r or s out of range, or not a point of the curve
  }
}

/** The key whose number is the sum of both (a child of BIP-32). @throws RangeError where that is no key. */
export function secp256k1Child(privateKey: Uint8Array, tweak: Uint8Array): Uint8Array {
  requireKey(privateKey);
  const child = privateAdd(privateKey, tweak);
  if (!child) throw new RangeError("the sum of the keys is outside the range of secp256k1");
  return child;
}
