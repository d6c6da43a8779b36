import { ChainError } from "../../errors/chainError";
import { clientError } from "../../errors/clientError";
import { isSecure, parseEndpoint } from "./endpoint";
import type { Handshake } from "./handshakeOutcome";
import { handshakeBy, inspectMaterial } from "./tlsHandshake";
import type { TlsMaterial } from "./tlsMaterial";
import { tlsMaterialError } from "./tlsMaterialError";

/** How a node breaks off a handshake that it does not like: without a word, or by an alert. */
const isBrokenOff = (code: string): boolean =>
  /^(?:ECONNRESET|EPROTO|tlsAlert|tlsFailed|connectionLost)$/.test(code) ||
  /^ERR_TLCP_(?:CUT|FAILED)$/.test(code) ||
  /^ERR_(?:SSL|TLCP)_\w{0,40}?ALERT_(?:UNKNOWN_CA$|HANDSHAKE_FAILURE$|DECRYPT_ERROR$|(?:BAD_)?CERTIFICATE)/.test(code);

const handshakeMs = 5000;

async function reasonInFiles(
  failure: ChainError,
  tls: TlsMaterial,
  endpoint: string,
  known: Handshake | undefined,
): Promise<ChainError | undefined> {
  const facts = await inspectMaterial(tls);
  const wrong = await tlsMaterialError(facts);
  if (wrong || !facts.ca || !isBrokenOff(String(failure.code))) return wrong;
  const handshake = known ?? (await handshakeBy(parseEndpoint(endpoint), tls, handshakeMs));
  const { error, server } = handshake;
  // The handshake is right: it is what comes after it that gets no answer.
  if (!error && failure.code === "connectionLost") return clientError("noHttpAnswer", { endpoint });
  if (server?.sm && !facts.sm) return clientError("smTls", { endpoint });
  if (server && server.issuer !== facts.ca.subject)
    return clientError("nodeOfOtherCa", { endpoint, issuer: server.issuer, ca: facts.ca.subject });
  const { alert, alertName } = failure.details;
  const how = alert === undefined ? String(failure.code) : `TLS alert ${alert}, ${alertName}`;
  return clientError("handshakeBrokenOff", { endpoint, ca: facts.ca.subject, how });
}

/**
 * The reason behind a failed TLS connection as far as this side can tell it: no certificates at all, or files that cannot work.
 * What a handshake showed may be given; else one is made where the other side broke off, to see whose certificate it has.
 * Gives the failure itself when there is nothing better to say (docs/protocol/tls.md, "What a client sees").
 */
export async function explainTlsFailure(
  failure: ChainError,
  endpoint: string,
  tls: TlsMaterial | undefined,
  handshake?: Handshake,
): Promise<ChainError> {
  if (!isSecure(endpoint)) return failure;
  if (failure.kind !== "tls" && failure.code !== "connectionLost") return failure;
  // The port speaks another TLS than the files are for.
  if (failure.code === "smTls" || failure.code === "standardTls") return failure;
  // What this side found in the node's own certificate is the reason already.
  if (tls && /EXPIRED|NOT_YET_VALID/.test(String(failure.code))) return failure;
  // A client that shows no certificate is refused for that; the alert says it.
  if (tls && tls.cert === undefined) return failure;
  const reason = tls
    ? await reasonInFiles(failure, tls, endpoint, handshake)
    : clientError("tlsWithoutCertificates", { endpoint });
  if (!reason) return failure;
  const { kind, code, message, advice } = reason;
  const known = advice === undefined ? {} : { advice };
  return new ChainError({ kind, code, message, ...known, details: { ...reason.details, endpoint }, cause: failure });
}
