import { clientError } from "../chain/errors/clientError";
import { requireSuite } from "../chain/transaction/signTransaction";
import { transactionHash } from "../chain/transaction/transactionHash";
import { bytesToHex } from "../crypto/bytes/hex";
import type { Signer } from "../crypto/cryptoSuite";
import { type Consent, useConsent } from "./consent";
import { readableRequest, type SigningRequest } from "./request";

/**
 * Signs the bytes of a request that was agreed to. Each consent is good for one signature.
 * @throws ChainError usage `consentForAnother`, `signerOfOtherSuite`; what the signer throws
 */
export async function sign<Id>(request: SigningRequest<Id>, consent: Consent<Id>, signer: Signer): Promise<Uint8Array> {
  useConsent(request, consent);
  const { transaction, from } = request;
  if (!transaction || from?.address !== signer.address) throw clientError("consentForAnother", {});
  const { suite, data } = transaction;
  requireSuite(suite, signer);
  // Bytes can't be frozen: they are hashed again, and only what was agreed to is signed.
  const hash = transactionHash(suite, data);
  if (bytesToHex(hash) !== request.hash) throw clientError("consentForAnother", {});
  return signer.sign(hash, readableRequest(request));
}
