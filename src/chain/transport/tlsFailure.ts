import { ChainError } from "../errors/chainError";
import { lookUpCode } from "../errors/dictionary";

/** What OpenSSL calls the alerts, where Node gives only the number in the text. */
const alerts: Readonly<Record<string, string>> = {
  "40": "ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE",
  "42": "ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE",
  "45": "ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED",
  "46": "ERR_SSL_SSLV3_ALERT_CERTIFICATE_UNKNOWN",
  "48": "ERR_SSL_TLSV1_ALERT_UNKNOWN_CA",
  "51": "ERR_SSL_TLSV1_ALERT_DECRYPT_ERROR",
  "70": "ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION",
};
const plainPort = /wrong version number|packet length too long|http request/i;
/** Codes of certificate checks that have no common prefix. */
const checks =
  /^(?:SELF_SIGNED|DEPTH_ZERO|UNABLE_TO|CERT_|CRL_|ERROR_IN_CERT|INVALID_CA|HOSTNAME_MISMATCH|PATH_LENGTH)/;

/**
 * The name under which a failure stands in the dictionary's TLS part, or undefined when it is none of TLS
 * (docs/protocol/tls.md, "What a client sees").
 */
export function tlsFailureCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code } = error as { code?: unknown };
  if (typeof code !== "string") return undefined;
  if (/^ERR_(?:TLS|SSL|OSSL)_/.test(code) || checks.test(code)) return code;
  if (code === "EPROTO") {
    if (plainPort.test(error.message)) return "ERR_SSL_WRONG_VERSION_NUMBER";
    return alerts[/alert number (\d+)/.exec(error.message)?.[1] ?? ""] ?? "EPROTO";
  }
  if (code === "ECONNRESET" && /before secure TLS connection/.test(error.message)) return "ECONNRESET";
  return undefined;
}

/** The ChainError of a TLS failure; a code that the dictionary lacks is explained as a failed handshake. */
export async function tlsError(
  code: string,
  cause: unknown,
  details: Readonly<Record<string, string | number>>,
): Promise<ChainError> {
  const entry = (await lookUpCode("tls", code)) ?? (await lookUpCode("tls", "EPROTO"));
  return new ChainError({
    kind: "tls",
    code,
    message: `${details["endpoint"] ?? "TLS"}: ${entry?.meaning.en ?? code}.`,
    ...(entry ? { advice: entry.advice.en } : {}),
    details: { ...details, name: entry?.name ?? code },
    cause,
  });
}
