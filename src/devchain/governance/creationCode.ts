import type { CryptoSuiteName } from "../../crypto/cryptoSuite";

export function governanceCreation(_suite: CryptoSuiteName, _admin: string): Uint8Array {
  throw new Error("the governance contracts are not compiled yet");
}
