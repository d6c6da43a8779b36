import type { Address } from "./bytes/hex";
import type { ReadableContent } from "./readableRequest";

/** `standard`: keccak256 and secp256k1. `sm`: SM3 and SM2, the Chinese national algorithms. A chain has exactly one. */
export type CryptoSuiteName = "standard" | "sm";

/**
 * The algorithms of one chain. Hashes, selectors, event topics, addresses and signatures all follow the chain's suite
 * (docs/protocol/transaction-encoding.md, "Signatures and addresses"), so code takes a suite and never picks one.
 */
export interface CryptoSuite {
  readonly name: CryptoSuiteName;
  /** 32 bytes: keccak256 or SM3. */
  hash(data: Uint8Array): Uint8Array;
  /** 64 bytes x ‖ y without the leading 04. Throws RangeError for a key outside the curve's range. */
  publicKey(privateKey: Uint8Array): Uint8Array;
  /** Last 20 bytes of the hash of the 64-byte public key. */
  address(publicKey: Uint8Array): Address;
  /**
   * secp256k1: 65 bytes r ‖ s ‖ v (v 0 or 1), deterministic. SM2: 128 bytes r ‖ s ‖ public key, random; it takes half as long
   * with the key's own public key at hand. Throws RangeError for a key outside the curve's range.
   */
  sign(hash: Uint8Array, privateKey: Uint8Array, publicKey?: Uint8Array): Uint8Array;
  /**
   * Signs many hashes with one key, as `sign` does: what is the same for each of them is found once. The key's bytes mustn't change
   * meanwhile. Throws RangeError for a key outside the curve's range.
   */
  signingWith(privateKey: Uint8Array, publicKey?: Uint8Array): (hash: Uint8Array) => Uint8Array;
  /** Public key (64 bytes) that made the signature over the 32-byte hash, or undefined when it does not verify. */
  signer(hash: Uint8Array, signature: Uint8Array): Uint8Array | undefined;
  /** Whether the key made the signature: a node's block signature carries no public key on either suite. */
  verify(hash: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean;
}

/** Something that signs hashes for one account without giving its key away. */
export interface Signer {
  readonly address: Address;
  readonly suite: CryptoSuiteName;
  /** A program or a person elsewhere is asked for each signature: nothing is signed with it merely to try something out. */
  readonly elsewhere?: true;
  /** @param request tells what the hash is of, made only for a signer that shows it or has rules of its own */
  sign(hash: Uint8Array, request?: () => ReadableContent | Promise<ReadableContent>): Promise<Uint8Array>;
}
