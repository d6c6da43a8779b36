import { hexToBytes } from "../../crypto/bytes/hex";
import type { CryptoSuiteName } from "../../crypto/cryptoSuite";
import { freshKey, freshSigner, privateKeySigner } from "../../crypto/privateKeySigner";
import { cryptoSuite } from "../../crypto/suites";
import type { Address } from "./records";

/**
 * Who signs. A key never leaves it: anything that signs 32-byte hashes will do; for remote signers and devices (PKCS#11) there is
 * `signerAccount`.
 * `sign` gives 65 bytes r ‖ s ‖ v on a standard chain, and 128 bytes r ‖ s ‖ public key on an SM chain.
 */
export interface Account {
  readonly address: Address;
  /** `standard`: keccak256 and secp256k1. `sm`: SM3 and SM2. The same key has another address in each. */
  readonly suite: CryptoSuiteName;
  /** Signs a hash of 32 bytes. */
  sign(hash: Uint8Array): Promise<Uint8Array>;
}

/**
 * An account with its key in memory.
 * @param privateKey 32 bytes, or their hex digits with `0x`
 * @param suite the chain's, as `chain.suite.name` says it
 * @returns an account that signs with the key; printing it shows the address only
 * @throws ChainError usage `badArgument` for what is no key
 * @example
 * ```ts
 * const account = privateKeyAccount("0x0101010101010101010101010101010101010101010101010101010101010101", "sm");
 * console.log(account.address);
 * ```
 */
export function privateKeyAccount(
  privateKey: Uint8Array | `0x${string}`,
  suite: CryptoSuiteName = "standard",
): Account {
  const key = typeof privateKey === "string" ? hexToBytes(privateKey) : privateKey;
  return privateKeySigner(cryptoSuite(suite), key);
}

/**
 * A new account with a random key, which is gone with it: for tests and for accounts that sign once.
 * @param suite the chain's, as `chain.suite.name` says it
 * @returns an account with a key of its own
 * @example
 * ```ts
 * const chainOfVisitor = withAccount(chain, generateAccount(chain.suite.name));
 * console.log(chainOfVisitor.account?.address);
 * ```
 */
export function generateAccount(suite: CryptoSuiteName = "standard"): Account {
  return freshSigner(cryptoSuite(suite));
}

/**
 * A private key for either suite: 32 random bytes below the order of both curves.
 * @returns 32 bytes
 * @example
 * ```ts
 * const key = generateKey();
 * console.log(privateKeyAccount(key, "standard").address, privateKeyAccount(key, "sm").address);
 * ```
 */
export function generateKey(): Uint8Array {
  return freshKey();
}
