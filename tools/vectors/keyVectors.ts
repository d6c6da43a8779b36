import { bytesToHexDigits, hexToBytes } from "../../src/crypto/bytes/hex";
import { suiteOf } from "./suiteOfVector";
import { checkCases, difference, type KindOutcome } from "./vectorKind";

export interface KeyVector {
  crypto: string;
  privateKey: string;
  publicKey: string;
  address: string;
}

/** Private key to public key and address, under the suite named. */
export function checkKeyVectors(vectors: readonly KeyVector[]): KindOutcome {
  return checkCases("keys", vectors, (vector) => {
    const suite = suiteOf(vector.crypto);
    const publicKey = suite.publicKey(hexToBytes(vector.privateKey));
    return [
      ...difference("public key", bytesToHexDigits(publicKey), vector.publicKey),
      ...difference("address", suite.address(publicKey), vector.address),
    ];
  });
}
