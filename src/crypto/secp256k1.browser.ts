// What secp256k1.ts does, by a library without WebAssembly: a page that may run none signs all the same, and loads a tenth.
import { secp256k1 } from "@noble/curves/secp256k1.js";

function requireKey(privateKey: Uint8Array): void {
  if (privateKey.length !== 32) throw new RangeError(`a private key has 32 bytes, not ${privateKey.length}`);
  if (!secp256k1.utils.isValidSecretKey(privateKey))
    throw new RangeError("the private key is outside the range of secp256k1");
}

export function secp256k1PublicKey(privateKey: Uint8Array): Uint8Array {
  requireKey(privateKey);
  return secp256k1.getPublicKey(privateKey, false).slice(1);
}

/** The hash is signed as it is. */
const plain = { prehash: false } as const;

export function secp256k1Sign(hash: Uint8Array, privateKey: Uint8Array): Uint8Array {
  requireKey(privateKey);
  const signed = secp256k1.sign(hash, privateKey, { ...plain, format: "recovered" });
  // the library puts the recovery's number in front
  const whole = new Uint8Array(65);
  whole.set(signed.subarray(1));
  whole[64] = signed[0] ?? 0;
  return whole;
}

export function secp256k1Recover(hash: Uint8Array, signature: Uint8Array): Uint8Array | undefined {
  const v = signature[64] ?? 0;
  if (v > 3) return undefined;
  try {
    const point = secp256k1.Signature.fromBytes(signature.subarray(0, 64)).addRecoveryBit(v).recoverPublicKey(hash);
    return point.toBytes(false).slice(1);
  } catch {
    return undefined; // r or s out of range, or no point has this r
  }
}

export function secp256k1Verify(hash: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean {
  const point = new Uint8Array(65);
  point[0] = 4;
  point.set(publicKey, 1);
  try {
    return secp256k1.verify(signature.subarray(0, 64), hash, point, { ...plain, lowS: false });
  } catch {
    return false; // not a point of the curve
  }
}
