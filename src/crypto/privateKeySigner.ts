import type { CryptoSuite, Signer } from "./cryptoSuite";

/**
 * A signer that holds the key in memory. The key is copied, so the caller may wipe its own array, and hidden in a
 * closure, so that printing or serialising the signer shows the address only.
 * @throws RangeError when the key is not 32 bytes or outside the curve's range.
 */
export function privateKeySigner(suite: CryptoSuite, privateKey: Uint8Array): Signer {
  const key = Uint8Array.from(privateKey);
  const publicKey = suite.publicKey(key);
  let sign: ((hash: Uint8Array) => Uint8Array) | undefined;
  return {
    address: suite.address(publicKey),
    suite: suite.name,
    async sign(hash) {
      sign ??= suite.signingWith(key, publicKey);
      return sign(hash);
    },
  };
}

/** A new private key of 32 bytes, which either suite takes. */
export function freshKey(): Uint8Array {
  for (;;) {
    const drawn = crypto.getRandomValues(new Uint8Array(32));
    // below the orders of both curves, which begin with fffffffe (SM2) and ffffffff; all zeros is nothing that happens
    if (new DataView(drawn.buffer).getUint32(0) < 0xfffffffe) return drawn;
  }
}

/** Signs with a new key, which is known here alone and gone with it. */
export function freshSigner(suite: CryptoSuite): Signer {
  const key = freshKey();
  const signer = privateKeySigner(suite, key);
  key.fill(0);
  return signer;
}
