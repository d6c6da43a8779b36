import { type Address, bytesToHex, type Hex, hexToBytes } from "../../crypto/bytes/hex";
import type { CryptoSuite, Signer } from "../../crypto/cryptoSuite";
import type { ReadableCall } from "../../crypto/readableRequest";
import { t } from "../../text/catalogue";
import { ByteWriter } from "../encoding/byteWriter";
import { requireSuite } from "./signTransaction";

/** What is called, and where; chain and group aren't signed. */
export interface SignedCall {
  readonly chainId: string;
  readonly groupId: string;
  readonly to: Address;
  readonly data: Hex;
}

/**
 * What a signed call signs the hash of: the digits of the address, as text without `0x`, and the bytes of the call data
 * (docs/protocol/transaction-encoding.md, "Signed call"). It begins with a digit, a transaction with the three zero bytes of its version.
 */
export function callPreimage({ to, data }: Pick<SignedCall, "to" | "data">): Uint8Array {
  const preimage = new ByteWriter();
  preimage.text(to.replace(/^0x/i, ""));
  preimage.raw(hexToBytes(data));
  return preimage.view().slice();
}

/** A call as plain data, for signers that show it or refuse it. */
export function readableCall(
  suite: CryptoSuite,
  from: Address,
  { chainId, groupId, to, data }: SignedCall,
): ReadableCall {
  const bytes = hexToBytes(data);
  return {
    version: 1,
    kind: "call",
    sentence: t("Read from {0}, as {1} on {2}. No transaction is sent.", to, from, `${chainId} · ${groupId}`),
    chain: { chainId, groupId },
    suite: suite.name,
    from,
    to,
    data: { bytes: bytes.length, hash: bytesToHex(suite.hash(bytes)), hex: data },
  };
}

/**
 * Signature that makes its account the caller of a read (`call`, since 3.4).
 * @throws ChainError kind `usage`, code `signerOfOtherSuite`; what the signer throws.
 */
export async function signCall(suite: CryptoSuite, signer: Signer, called: SignedCall): Promise<Hex> {
  requireSuite(suite, signer);
  const hash = suite.hash(callPreimage(called));
  return bytesToHex(await signer.sign(hash, () => readableCall(suite, signer.address, called)));
}
