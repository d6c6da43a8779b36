import { type Address, bytesToHex, type Hex } from "../../crypto/bytes/hex";
import type { CryptoSuite, Signer } from "../../crypto/cryptoSuite";
import { ByteWriter } from "../encoding/byteWriter";
import { clientError } from "../errors/clientError";

/**
 * Signature that makes its account the caller of a read (`call`, since 3.4): over the digits of the address, as text
 * without `0x`, and the bytes of the call data (docs/protocol/transaction-encoding.md, "Signed call").
 * @throws ChainError kind `usage`, code `signerOfOtherSuite`.
 */
export async function signCall(suite: CryptoSuite, signer: Signer, to: Address, data: Uint8Array): Promise<Hex> {
  if (signer.suite !== suite.name) throw clientError("signerOfOtherSuite", { chain: suite.name, key: signer.suite });
  const preimage = new ByteWriter();
  preimage.text(to.replace(/^0x/i, ""));
  preimage.raw(data);
  return bytesToHex(await signer.sign(suite.hash(preimage.view())));
}
