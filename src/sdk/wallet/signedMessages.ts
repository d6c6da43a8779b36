import { bytesToHex, hexToBytes } from "../../crypto/bytes/hex";
import { joinBytes } from "../../crypto/bytes/joinBytes";
import { cryptoSuite } from "../../crypto/suites";
import type { Account } from "../base/accounts";
import type { Hex } from "../base/records";

const utf8 = new TextEncoder();

/** What people can read of a message's bytes; undefined for bytes that are no text. */
export function readableText(message: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(message);
  } catch {
    return undefined;
  }
}

/** The bytes of a message as `personal_sign` takes it: hex with `0x`, else text. */
export const messageBytes = (message: string): Uint8Array =>
  /^0x(?:[0-9a-f]{2})*$/i.test(message) ? hexToBytes(message) : utf8.encode(message);

/**
 * What `personal_sign` signs: the hash of EIP-191, by keccak256 on a standard chain and by SM3 on an SM chain.
 * @param message text, or bytes
 * @param suite the chain's, as `chain.suite.name` says it
 * @returns 32 bytes
 * @example
 * ```ts
 * import { generateAccount } from "chainside/sdk";
 * import { messageHash } from "chainside/wallet";
 *
 * const account = generateAccount("sm");
 * const signature = await account.sign(messageHash("hello", account.suite));
 * console.log(signature.length); // 128
 * ```
 */
export function messageHash(message: string | Uint8Array, suite: "standard" | "sm" = "standard"): Uint8Array {
  const bytes = typeof message === "string" ? utf8.encode(message) : message;
  const prefix = utf8.encode(`\x19Ethereum Signed Message:\n${bytes.length}`);
  return cryptoSuite(suite).hash(joinBytes([prefix, bytes]));
}

/** Whether the last byte of a signature of secp256k1 says the parity as chains have it; Ethereum's libraries count from 27. */
const isParity = (byte: number | undefined): byte is 0 | 1 => byte === 0 || byte === 1;

/**
 * A signature as Ethereum's libraries take it: 65 bytes r ‖ s ‖ v with v from 27 on. Of SM2, which they don't know, the 128 bytes r ‖ s ‖
 * public key.
 */
export async function signatureOf(account: Account, hash: Uint8Array): Promise<Hex> {
  const signature = Uint8Array.from(await account.sign(hash));
  const last = signature[64];
  if (signature.length === 65 && isParity(last)) signature[64] = last + 27;
  return bytesToHex(signature);
}
