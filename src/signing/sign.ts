import { transactionHash } from "../chain/encoding/transactionHash";
import { requireSuite } from "../chain/transaction/signTransaction";
import { bytesToHex } from "../crypto/bytes/hex";
import type { Signer } from "../crypto/cryptoSuite";
import { clientError } from "../errors/clientError";
import { consentEntry, declinedEntry, noticeEntry, type SigningAudit, unsignedEntry } from "./auditEntry";
import { type Ask, type Consent, type ConsentTerms, obtainConsent, useConsent } from "./consent";
import { RequestExported } from "./exportRequest";
import { readableRequest, type ShownRequest, type SigningRequest } from "./request";

/** As `obtainConsent`; that there is none, or that it is signed elsewhere, is written down. */
export async function auditedConsent<Id>(
  request: SigningRequest<Id>,
  terms: ConsentTerms,
  ask: Ask | undefined,
  audit: SigningAudit | undefined,
): Promise<Consent<Id>> {
  try {
    return await obtainConsent(request, terms, ask);
  } catch (error) {
    if (error instanceof RequestExported) return exportRequest(request, audit);
    await audit?.write(declinedEntry(request, audit.front, error)).catch(audit.lost);
    throw error;
  }
}

/**
 * Ends an operation whose transaction is signed elsewhere. That it goes there is written down before.
 * @throws RequestExported; ChainError usage `auditUnwritable`
 */
export async function exportRequest(request: ShownRequest, audit: SigningAudit | undefined): Promise<never> {
  await audit?.write(noticeEntry("exported", request, audit.front));
  throw new RequestExported(request);
}

/**
 * Signs the bytes of a request that was agreed to. Each consent is good for one signature.
 * @param audit where it is written down before anything is signed; undefined where nothing is at stake, or the person keeps no log
 * @throws ChainError usage `consentForAnother`, `signerOfOtherSuite`, `auditUnwritable`; what the signer throws
 */
export async function sign<Id>(
  request: SigningRequest<Id>,
  consent: Consent<Id>,
  signer: Signer,
  audit: SigningAudit | undefined,
): Promise<Uint8Array> {
  useConsent(request, consent);
  const { transaction, from } = request;
  if (!transaction || from?.address !== signer.address) throw clientError("consentForAnother", {});
  const { suite, data } = transaction;
  requireSuite(suite, signer);
  // Bytes can't be frozen: they are hashed again, and only what was agreed to is signed.
  const hash = transactionHash(suite, data);
  if (bytesToHex(hash) !== request.hash) throw clientError("consentForAnother", {});
  await audit?.write(consentEntry(request, audit.front, consent.basis));
  try {
    return await signer.sign(hash, () => readableRequest(request));
  } catch (error) {
    await audit?.write(unsignedEntry(request.hash, error)).catch(audit.lost);
    throw error;
  }
}
