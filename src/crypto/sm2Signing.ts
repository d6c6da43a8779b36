import { numberOfBytes } from "./bytes/bigEndian";
import { joinBytes } from "./bytes/joinBytes";
import { sm2IdentityHash, sm2MessageHash, sm2Point } from "./sm2Curve";
import { sm2KeyPair, sm2PublicKey, sm2RandomScalar, sm2Scalar } from "./sm2KeyPair";

/**
 * What of SM2 needs a private key. Every step that touches a secret is a library's: random numbers and multiples of the base point
 * (`sm2KeyPair.ts`), arithmetic modulo the order; what is inverted is blinded by a random factor first, as the library does with its own
 * nonces (docs/security.md, "Signing").
 */

/** (1 + d)⁻¹ modulo the order: of a key alone, so it is found once for it. */
function inverseOf(privateKey: Uint8Array): bigint {
  const { Fn } = sm2Point();
  const blind = sm2RandomScalar();
  return Fn.mul(Fn.inv(Fn.mul(blind, Fn.add(sm2Scalar(privateKey), 1n))), blind);
}

/**
 * Signs with one key, as `sm2Sign` does, and keeps what is the same for each message: a signature takes one multiple of the base point.
 * @param publicKey the key's own, where it is known already
 * @throws RangeError for a key outside 1 … n−2.
 */
export function sm2SigningWith(
  privateKey: Uint8Array,
  publicKey = sm2PublicKey(privateKey),
): (message: Uint8Array) => Uint8Array {
  const { Fn } = sm2Point();
  const inverse = inverseOf(privateKey);
  const identity = sm2IdentityHash(publicKey);
  return (message) => {
    const e = numberOfBytes(sm2MessageHash(message, identity));
    for (;;) {
      const drawn = sm2KeyPair();
      const k = Fn.fromBytes(drawn.privateKey);
      const r = Fn.create(e + numberOfBytes(drawn.publicKey.subarray(0, 32)));
      // (k − r·d) / (1 + d), which is the same, would multiply the key by what is public
      const s = Fn.sub(Fn.mul(inverse, Fn.add(k, r)), r);
      // once in 2^250 signatures another number must be drawn
      if (!Fn.is0(r) && !Fn.is0(Fn.add(r, k)) && !Fn.is0(s))
        return joinBytes([Fn.toBytes(r), Fn.toBytes(s), publicKey]);
    }
  };
}

/**
 * 128 bytes r ‖ s ‖ public key over the message (GB/T 32918.2 with the default identity).
 * @param publicKey the key's own, where it is known already: else it is derived, which takes as long as the rest
 * @throws RangeError for a key outside 1 … n−2.
 */
export const sm2Sign = (message: Uint8Array, privateKey: Uint8Array, publicKey?: Uint8Array): Uint8Array =>
  sm2SigningWith(privateKey, publicKey)(message);
