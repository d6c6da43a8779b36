import { type Address, bytesToHex, hexToBytes } from "../../crypto/bytes/hex";
import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { keccak256 } from "../../crypto/keccak256";
import { ByteWriter } from "../encoding/byteWriter";

/**
 * Address of a contract deployed by a native transaction, or created by CREATE within one: the first 20 bytes of the hash
 * of `<block>_<index>_<seq>`. Neither sender nor nonce take part (docs/protocol/transaction-encoding.md, "Contract addresses").
 * @param blockNumber block that holds the transaction
 * @param contextId zero-based index of the transaction in the block
 * @param seq 0 for the transaction itself, counting up with its internal calls and creations
 */
export function createAddress(
  suite: CryptoSuite,
  blockNumber: number | bigint,
  contextId: number | bigint,
  seq: number | bigint,
): Address {
  const preimage = new ByteWriter(64);
  preimage.text(`${blockNumber}_${contextId}_${seq}`);
  return bytesToHex(suite.hash(preimage.view()).subarray(0, 20));
}

/** Address of a contract created by CREATE2: Ethereum's rule under the chain's own hash. */
export function create2Address(suite: CryptoSuite, sender: Address, salt: Uint8Array, initCode: Uint8Array): Address {
  return saltedAddress(suite, sender, salt, suite.hash(initCode));
}

/** The same by the hash of the creation code. */
export function saltedAddress(suite: CryptoSuite, sender: Address, salt: Uint8Array, codeHash: Uint8Array): Address {
  if (salt.length !== 32) throw new RangeError(`a salt has 32 bytes, not ${salt.length}`);
  const preimage = new ByteWriter(85);
  preimage.byte(0xff);
  preimage.raw(senderBytes(sender));
  preimage.raw(salt);
  preimage.raw(codeHash);
  return bytesToHex(suite.hash(preimage.view()).subarray(12));
}

/** Ethereum's rule, keccak256 on every chain: Ethereum transactions, and all once `feature_evm_address` is on. */
export function legacyCreateAddress(sender: Address, nonce: bigint): Address {
  if (nonce < 0n) throw new RangeError("a nonce is not negative");
  const digits = nonce === 0n ? "" : nonce.toString(16);
  const number = hexToBytes(digits.length % 2 === 0 ? digits : `0${digits}`);
  const nonceItem =
    number.length === 1 && (number[0] ?? 0) < 0x80 ? number : Uint8Array.of(0x80 + number.length, ...number);
  const list = Uint8Array.of(0x94, ...senderBytes(sender), ...nonceItem);
  return bytesToHex(keccak256(Uint8Array.of(0xc0 + list.length, ...list)).subarray(12));
}

function senderBytes(sender: Address): Uint8Array {
  const bytes = hexToBytes(sender);
  if (bytes.length !== 20) throw new RangeError(`an address has 20 bytes, not ${bytes.length}`);
  return bytes;
}

/** Mixed-case form of an address under the chain's hash, as the node's `checksumContractAddress`. */
export function checksumAddress(suite: Pick<CryptoSuite, "hash">, address: Address): Address {
  const digits = address.slice(2).toLowerCase();
  const preimage = new ByteWriter(64);
  preimage.text(digits);
  const hash = bytesToHex(suite.hash(preimage.view())).slice(2);
  const mixed = [...digits].map((digit, i) => (Number.parseInt(hash[i] ?? "0", 16) >= 8 ? digit.toUpperCase() : digit));
  return `0x${mixed.join("")}`;
}
