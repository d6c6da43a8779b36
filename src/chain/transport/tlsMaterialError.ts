import type { ChainError } from "../../errors/chainError";
import { clientError } from "../../errors/clientError";
import { tlsError } from "./tlsFailure";
import { type CertificateFacts, rsaFileNames, smFileNames, type TlsMaterialFacts } from "./tlsMaterial";

const overdue = (file: string, { validFrom, validTo }: CertificateFacts): ChainError =>
  clientError("certificateOverdue", { file, from: validFrom.slice(0, 10), until: validTo.slice(0, 10) });

/** The first certificate that is out of its time. */
function overdueOf(files: readonly (readonly [string, CertificateFacts | undefined])[]): ChainError | undefined {
  for (const [file, facts] of files) if (facts?.expired) return overdue(file, facts);
  return undefined;
}

/** What is wrong with SM files beyond what every kind can have: a pair that is missing, mixed up or for another use. */
function smMaterialError(facts: TlsMaterialFacts): ChainError | undefined {
  const { ca, client, encrypt, keyMatches, encryptKeyMatches, caSignsClient, caSignsEncrypt } = facts;
  if (!client || !encrypt || keyMatches === undefined || encryptKeyMatches === undefined)
    return clientError("smEncryptMissing");
  if (!keyMatches || !encryptKeyMatches) return clientError("smKeysMixedUp");
  if (facts.wrongUse) return clientError("smPairsMixedUp");
  for (const [signed, certificate] of [
    [caSignsClient, client],
    [caSignsEncrypt, encrypt],
  ] as const)
    if (signed === false) return clientError("clientNotOfCa", { issuer: certificate.issuer, ca: ca?.subject ?? "?" });
  return overdueOf([
    [smFileNames.ca, ca],
    [smFileNames.cert, client],
    [smFileNames.enCert, encrypt],
  ]);
}

/** What is wrong with certificate files by themselves: a node that refuses them only cuts the connection and tells no reason. */
export async function tlsMaterialError(facts: TlsMaterialFacts): Promise<ChainError | undefined> {
  const { ca, client, unreadable, keyEncrypted, keyMatches, caSignsClient, sm } = facts;
  const fileNames: Readonly<Record<string, string>> = sm ? smFileNames : rsaFileNames;
  if (unreadable.length > 0) {
    return clientError("notPem", { files: unreadable.map((name) => fileNames[name] ?? name) });
  }
  if (keyEncrypted) return clientError("keyEncrypted", { file: fileNames["key"] ?? "" });
  if (sm) return smMaterialError(facts);
  if (keyMatches === false) return tlsError("ERR_OSSL_X509_KEY_VALUES_MISMATCH", undefined, { endpoint: "TLS" });
  if (caSignsClient === false) {
    return clientError("clientNotOfCa", { issuer: client?.issuer ?? "?", ca: ca?.subject ?? "?" });
  }
  return overdueOf([
    [rsaFileNames.ca, ca],
    [rsaFileNames.cert, client],
  ]);
}
