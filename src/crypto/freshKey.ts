import type { CryptoSuite, Signer } from "./cryptoSuite";
import { privateKeySigner } from "./privateKeySigner";

/** A new private key of 32 bytes, which either suite takes. */
export function freshKey(): Uint8Array {
  for (;;) {
    const drawn = crypto.getRandomValues(new Uint8Array(32));
    // below the orders of both curves, which begin with fffffffe (SM2) and ffffffff; all zeros is nothing that happens
    if (new DataView(drawn.buffer).getUint32(0) < 0xfffffffe) return drawn;
  }
}

/** Signs with a new key, which no one else has and which is gone with it. */
export function freshSigner(suite: CryptoSuite): Signer {
  const key = freshKey();
  const signer = privateKeySigner(suite, key);
  key.fill(0);
  return signer;
}
