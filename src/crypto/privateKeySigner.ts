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
