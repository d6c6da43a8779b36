import { randomBytes } from "node:crypto";
import type { CryptoSuiteName } from "../../crypto/cryptoSuite";
import { cryptoSuite } from "../../crypto/suites";

/** Both curves have an order close below 2^256, so a second draw is almost never needed. */
export function newPrivateKey(suite: CryptoSuiteName): Uint8Array {
  for (;;) {
    const key = Uint8Array.from(randomBytes(32));
    try {
      cryptoSuite(suite).publicKey(key);
      return key;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
  }
}
