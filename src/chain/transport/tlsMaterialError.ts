import type { ChainError } from "../errors/chainError";
import { clientError } from "../errors/clientError";
import { tlsError } from "./tlsFailure";
import type { CertificateFacts, TlsMaterialFacts } from "./tlsMaterial";

/** What the files are called in an sdk folder. */
const fileNames: Readonly<Record<string, string>> = { ca: "ca.crt", cert: "sdk.crt", key: "sdk.key" };

const overdue = (file: string, { validFrom, validTo }: CertificateFacts): ChainError =>
  clientError("certificateOverdue", { file, from: validFrom.slice(0, 10), until: validTo.slice(0, 10) });

/** What is wrong with certificate files by themselves: a node that refuses them only cuts the connection and tells no reason. */
export async function tlsMaterialError(facts: TlsMaterialFacts): Promise<ChainError | undefined> {
  const { ca, client, unreadable, keyEncrypted, keyMatches, caSignsClient } = facts;
  if (ca?.sm || client?.sm) return clientError("smCertificates");
  if (unreadable.length > 0) {
    return clientError("notPem", { files: unreadable.map((name) => fileNames[name] ?? name).join(", ") });
  }
  if (keyEncrypted) return clientError("keyEncrypted", { file: "sdk.key" });
  if (keyMatches === false) return tlsError("ERR_OSSL_X509_KEY_VALUES_MISMATCH", undefined, { endpoint: "TLS" });
  if (caSignsClient === false) {
    return clientError("clientNotOfCa", { issuer: client?.issuer ?? "?", ca: ca?.subject ?? "?" });
  }
  if (ca?.expired) return overdue("ca.crt", ca);
  return client?.expired ? overdue("sdk.crt", client) : undefined;
}
