import { ecdh } from "@noble/curves/abstract/weierstrass.js";
import { numberOfBytes } from "./bytes/bigEndian";
import { joinBytes } from "./bytes/joinBytes";
import { sm2Digest, sm2Point } from "./sm2Curve";

/**
 * What of SM2 needs a private key. Every step that touches a secret is the library's: random numbers, multiples of the base point,
 * arithmetic modulo the order; what is inverted is blinded by a random factor first, as the library does with its own nonces
 * (docs/security.md, "Signing").
 */
const randomScalar = (): bigint => sm2Point().Fn.fromBytes(keyTools().randomSecretKey());

let tools: ReturnType<typeof ecdh>["utils"] | undefined;

/** The library's random keys, and its check of them. */
export function keyTools(): ReturnType<typeof ecdh>["utils"] {
  tools ??= ecdh(sm2Point()).utils;
  return tools;
}

function scalar(privateKey: Uint8Array): bigint {
  if (privateKey.length !== 32) throw new RangeError(`an SM2 private key has 32 bytes, not ${privateKey.length}`);
  // n−1 is no key: 1 + d would have no inverse
  const { Fn } = sm2Point();
  const d = keyTools().isValidSecretKey(privateKey) ? Fn.fromBytes(privateKey) : 0n;
  if (Fn.is0(d) || Fn.is0(Fn.add(d, 1n))) throw new RangeError("the private key is outside the range of SM2");
  return d;
}

/** 64 bytes x ‖ y. @throws RangeError for a key outside 1 … n−2. */
export function sm2PublicKey(privateKey: Uint8Array): Uint8Array {
  return sm2Point().BASE.multiply(scalar(privateKey)).toBytes(false).slice(1);
}

/**
 * 128 bytes r ‖ s ‖ public key over the message (GB/T 32918.2 with the default identity).
 * @param publicKey the key's own, where it is known already: else it is derived, which takes as long as the rest
 * @throws RangeError for a key outside 1 … n−2.
 */
export function sm2Sign(message: Uint8Array, privateKey: Uint8Array, publicKey = sm2PublicKey(privateKey)): Uint8Array {
  const { BASE, Fn } = sm2Point();
  const blind = randomScalar();
  const inverse = Fn.mul(Fn.inv(Fn.mul(blind, Fn.add(scalar(privateKey), 1n))), blind);
  const e = numberOfBytes(sm2Digest(message, publicKey));
  for (;;) {
    const k = randomScalar();
    const r = Fn.create(e + BASE.multiply(k).x);
    // (k − r·d) / (1 + d), which is the same, would multiply the key by what everybody sees
    const s = Fn.sub(Fn.mul(inverse, Fn.add(k, r)), r);
    // once in 2^250 signatures another number must be drawn
    if (!Fn.is0(r) && !Fn.is0(Fn.add(r, k)) && !Fn.is0(s)) return joinBytes([Fn.toBytes(r), Fn.toBytes(s), publicKey]);
  }
}
