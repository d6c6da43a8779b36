import { randomBytes } from "node:crypto";
import { bytesToHex } from "../../crypto/hex";

/**
 * A random nonce: up to 39 decimal digits. The nonce is global to the group and compared as text; decimal, because
 * nodes before 3.3 read it as a number of at most 77 digits (docs/protocol/transaction-encoding.md, "Nonce").
 */
export function generateNonce(): string {
  return BigInt(bytesToHex(randomBytes(16))).toString();
}
