import type { CryptoSuite } from "../../src/crypto/cryptoSuite";
import { cryptoSuite } from "../../src/crypto/suites";

/** Vectors name a suite by its curve or by its hash. */
export function suiteOf(name: string): CryptoSuite {
  if (name === "secp256k1" || name === "keccak256") return cryptoSuite("standard");
  if (name === "sm2" || name === "sm3") return cryptoSuite("sm");
  throw new RangeError(`unknown crypto suite "${name}"`);
}
