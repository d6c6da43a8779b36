import { ecdh } from "@noble/curves/abstract/weierstrass.js";
import { opensslSm2 } from "./opensslSm2";
import { type Sm2KeyPair, sm2Point } from "./sm2Curve";

/**
 * Random numbers of SM2 with their multiples of the base point: keys, and what is drawn for one signature. They come from Node's OpenSSL
 * where that knows the curve, in half the time, else (VS Code's Electron) from `@noble/curves` (docs/security.md, "Signing").
 */

let tools: ReturnType<typeof ecdh>["utils"] | undefined;

function keyTools(): ReturnType<typeof ecdh>["utils"] {
  tools ??= ecdh(sm2Point()).utils;
  return tools;
}

const multipleOf = (number: bigint): Uint8Array => sm2Point().BASE.multiply(number).toBytes(false).slice(1);

/** Fresh keys. */
export function sm2KeyPair(): Sm2KeyPair {
  const fast = opensslSm2()?.keyPair();
  if (fast) return fast;
  const privateKey = keyTools().randomSecretKey();
  return { privateKey, publicKey: multipleOf(sm2Point().Fn.fromBytes(privateKey)) };
}

/** A random number from 1 to the order of the curve − 1, without its multiple, by which a secret is blinded. */
export const sm2RandomScalar = (): bigint => sm2Point().Fn.fromBytes(keyTools().randomSecretKey());

/** The key as a number. @throws RangeError for a key outside 1 … n−2. */
export function sm2Scalar(privateKey: Uint8Array): bigint {
  if (privateKey.length !== 32) throw new RangeError(`an SM2 private key has 32 bytes, not ${privateKey.length}`);
  // n−1 is no key: 1 + d would have no inverse
  const { Fn } = sm2Point();
  const d = keyTools().isValidSecretKey(privateKey) ? Fn.fromBytes(privateKey) : 0n;
  if (Fn.is0(d) || Fn.is0(Fn.add(d, 1n))) throw new RangeError("the private key is outside the range of SM2");
  return d;
}

/** 64 bytes x ‖ y. @throws RangeError for a key outside 1 … n−2. */
export function sm2PublicKey(privateKey: Uint8Array): Uint8Array {
  const number = sm2Scalar(privateKey);
  return opensslSm2()?.publicKey(privateKey) ?? multipleOf(number);
}
