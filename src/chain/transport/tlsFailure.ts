import { ChainError, type ErrorDetails } from "../../errors/chainError";
import { clientError, excerpt } from "../../errors/clientError";
import { lookUpCode } from "../../errors/dictionary";

/** The alerts of TLS 1.2 by number: what the standard calls them, and OpenSSL after `ERR_SSL_`. */
const alerts: Readonly<Record<string, readonly [name: string, openSsl: string]>> = {
  "10": ["unexpected_message", "SSLV3_ALERT_UNEXPECTED_MESSAGE"],
  "20": ["bad_record_mac", "SSLV3_ALERT_BAD_RECORD_MAC"],
  "22": ["record_overflow", "TLSV1_ALERT_RECORD_OVERFLOW"],
  "40": ["handshake_failure", "SSLV3_ALERT_HANDSHAKE_FAILURE"],
  "42": ["bad_certificate", "SSLV3_ALERT_BAD_CERTIFICATE"],
  "43": ["unsupported_certificate", "SSLV3_ALERT_UNSUPPORTED_CERTIFICATE"],
  "44": ["certificate_revoked", "SSLV3_ALERT_CERTIFICATE_REVOKED"],
  "45": ["certificate_expired", "SSLV3_ALERT_CERTIFICATE_EXPIRED"],
  "46": ["certificate_unknown", "SSLV3_ALERT_CERTIFICATE_UNKNOWN"],
  "47": ["illegal_parameter", "SSLV3_ALERT_ILLEGAL_PARAMETER"],
  "48": ["unknown_ca", "TLSV1_ALERT_UNKNOWN_CA"],
  "49": ["access_denied", "TLSV1_ALERT_ACCESS_DENIED"],
  "50": ["decode_error", "TLSV1_ALERT_DECODE_ERROR"],
  "51": ["decrypt_error", "TLSV1_ALERT_DECRYPT_ERROR"],
  "70": ["protocol_version", "TLSV1_ALERT_PROTOCOL_VERSION"],
  "71": ["insufficient_security", "TLSV1_ALERT_INSUFFICIENT_SECURITY"],
  "80": ["internal_error", "TLSV1_ALERT_INTERNAL_ERROR"],
  "86": ["inappropriate_fallback", "TLSV1_ALERT_INAPPROPRIATE_FALLBACK"],
  "90": ["user_canceled", "TLSV1_ALERT_USER_CANCELLED"],
  "100": ["no_renegotiation", "TLSV1_ALERT_NO_RENEGOTIATION"],
  "110": ["unsupported_extension", "TLSV1_UNSUPPORTED_EXTENSION"],
  "112": ["unrecognized_name", "TLSV1_UNRECOGNIZED_NAME"],
  "116": ["certificate_required", "TLSV13_ALERT_CERTIFICATE_REQUIRED"],
  "120": ["no_application_protocol", "TLSV1_ALERT_NO_APPLICATION_PROTOCOL"],
};

/** Number of the alert with which the other side ended a handshake, as OpenSSL writes it into its text. */
function alertNumber(error: unknown): string | undefined {
  return error instanceof Error ? /SSL alert number (\d{1,3})\b/.exec(error.message.slice(0, 1000))?.[1] : undefined;
}

const plainPort = /wrong version number|packet length too long|http request/i;
/** Codes of certificate checks that have no common prefix. */
const checks =
  /^(?:SELF_SIGNED|DEPTH_ZERO|UNABLE_TO|CERT_|CRL_|ERROR_IN_C|INVALID_(?:CA|PURPOSE)$|HOSTNAME_MISMATCH|PATH_LENGTH)/;

/**
 * The name under which a failure stands in the dictionary's TLS part, or undefined when it is none of TLS
 * (docs/protocol/tls.md, "What a client sees").
 */
export function tlsFailureCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code } = error as { code?: unknown };
  if (typeof code !== "string") return undefined;
  const alert = alertNumber(error);
  if (alert !== undefined) return alerts[alert] ? `ERR_SSL_${alerts[alert][1]}` : "tlsAlert";
  // A stream that ends without its goodbye is a lost connection like any other.
  if (code === "ERR_TLCP_TRUNCATED") return undefined;
  if (/^ERR_(?:TLS|SSL|OSSL|TLCP)_/.test(code) || checks.test(code)) return code;
  if (code === "EPROTO") return plainPort.test(error.message) ? "ERR_SSL_WRONG_VERSION_NUMBER" : "EPROTO";
  if (code === "ECONNRESET" && /before secure TLS connection/.test(error.message)) return "ECONNRESET";
  return undefined;
}

/** OpenSSL's words for what failed, without the places in its sources: `no shared cipher`. */
function reasonOf(error: unknown): string | undefined {
  const { reason } = (error ?? {}) as { reason?: unknown };
  return typeof reason === "string" && reason !== "" ? excerpt(reason) : undefined;
}

/**
 * The ChainError of a TLS failure. An alert is named, with what it means coming from a node; a code that the dictionary lacks is
 * explained as a failed handshake, with OpenSSL's own word for it.
 */
export async function tlsError(code: string, cause: unknown, details: ErrorDetails): Promise<ChainError> {
  if (code.startsWith("ERR_TLCP_") && !(await lookUpCode("tls", code)))
    return tlsError("ERR_TLCP_FAILED", cause, { ...details, reason: code });
  const alert = alertNumber(cause);
  const named = { ...details, ...(alert === undefined ? {} : { alert, alertName: alerts[alert]?.[0] ?? "unknown" }) };
  const entry = await lookUpCode("tls", code);
  if (!entry) {
    const known = { endpoint: "TLS", ...named };
    return alert === undefined
      ? clientError("tlsFailed", { ...known, reason: reasonOf(cause) ?? code }, { cause })
      : clientError("tlsAlert", known, { cause });
  }
  return new ChainError({
    kind: "tls",
    code,
    message: `${details["endpoint"] ?? "TLS"}: ${entry.meaning.en}.`,
    advice: entry.advice.en,
    details: { ...named, name: entry.name },
    cause,
  });
}
