import { randomBytes } from "node:crypto";
import type { CryptoSuite, Signer } from "./cryptoSuite";
import { privateKeySigner } from "./privateKeySigner";

/** A new private key of 32 bytes, which either suite takes. */
export function freshKey(): Uint8Array {
  for (;;) {
    const drawn = randomBytes(32);
    // below the orders of both curves, which begin with fffffffe (SM2) and ffffffff; all zeros is nothing that happens
    if (drawn.readUInt32BE() < 0xfffffffe) return new Uint8Array(drawn);
  }
}

/** Signs with a new key, which no one else has and which is gone with it. */
export function freshSigner(suite: CryptoSuite): Signer {
  const key = freshKey();
  const signer = privateKeySigner(suite, key);
  key.fill(0);
  return signer;
}
