import { ChainError } from "../errors/chainError";
import { clientError } from "../errors/clientError";
import { inspectTlsMaterial, type TlsMaterial } from "./tlsMaterial";
import { tlsMaterialError } from "./tlsMaterialError";

/** How a node breaks off a handshake that it does not like: without a word, or by an alert. */
const brokenOff =
  /^(?:ECONNRESET|EPROTO|connectionLost|ERR_SSL_.*ALERT_(?:UNKNOWN_CA|HANDSHAKE_FAILURE|(?:BAD_)?CERTIFICATE.*|DECRYPT_ERROR))$/;

async function reasonInFiles(failure: ChainError, tls: TlsMaterial, endpoint: string): Promise<ChainError | undefined> {
  const facts = inspectTlsMaterial(tls);
  const wrong = await tlsMaterialError(facts);
  if (wrong || !facts.ca || !brokenOff.test(String(failure.code))) return wrong;
  return clientError("handshakeBrokenOff", { endpoint, ca: facts.ca.subject });
}

/**
 * The reason behind a failed TLS connection as far as this side can tell it: no certificates at all, or files that cannot work.
 * Gives the failure itself when there is nothing better to say (docs/protocol/tls.md, "What a client sees").
 */
export async function explainTlsFailure(
  failure: ChainError,
  endpoint: string,
  tls: TlsMaterial | undefined,
): Promise<ChainError> {
  if (!/^https:/i.test(endpoint)) return failure;
  if (failure.kind !== "tls" && failure.code !== "connectionLost") return failure;
  if (failure.code === "smTls") return failure; // no certificates help there
  // What this side found in the node's own certificate is the reason already.
  if (tls && /EXPIRED|NOT_YET_VALID/.test(String(failure.code))) return failure;
  const reason = tls
    ? await reasonInFiles(failure, tls, endpoint)
    : clientError("tlsWithoutCertificates", { endpoint });
  if (!reason) return failure;
  const { kind, code, message, advice } = reason;
  const known = advice === undefined ? {} : { advice };
  return new ChainError({ kind, code, message, ...known, details: { ...reason.details, endpoint }, cause: failure });
}
