import { randomBytes } from "node:crypto";
import type { CryptoSuite, Signer } from "../../crypto/cryptoSuite";
import { privateKeySigner } from "../../crypto/privateKeySigner";

/** A key that no one has. Both curves have an order close below 2^256, so a second draw is almost never needed. */
export function freshSigner(suite: CryptoSuite): Signer {
  for (;;) {
    const key = Uint8Array.from(randomBytes(32));
    try {
      return privateKeySigner(suite, key);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    } finally {
      key.fill(0);
    }
  }
}
