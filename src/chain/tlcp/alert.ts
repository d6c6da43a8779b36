/** Alerts of GB/T 38636-2020, 6.4.4 "Alert protocol", by their numbers. */
const names: Readonly<Record<number, string>> = {
  0: "close_notify",
  10: "unexpected_message",
  20: "bad_record_mac",
  21: "decryption_failed",
  22: "record_overflow",
  30: "decompression_failure",
  40: "handshake_failure",
  42: "bad_certificate",
  43: "unsupported_certificate",
  44: "certificate_revoked",
  45: "certificate_expired",
  46: "certificate_unknown",
  47: "illegal_parameter",
  48: "unknown_ca",
  49: "access_denied",
  50: "decode_error",
  51: "decrypt_error",
  70: "protocol_version",
  71: "insufficient_security",
  80: "internal_error",
  90: "user_canceled",
  100: "no_renegotiation",
};

export const alerts = {
  closeNotify: 0,
  unexpectedMessage: 10,
  badRecordMac: 20,
  recordOverflow: 22,
  handshakeFailure: 40,
  badCertificate: 42,
  unsupportedCertificate: 43,
  certificateExpired: 45,
  illegalParameter: 47,
  unknownCa: 48,
  decodeError: 50,
  decryptError: 51,
  protocolVersion: 70,
  internalError: 80,
  noRenegotiation: 100,
} as const;

const alertName = (alert: number): string => names[alert] ?? `alert_${alert}`;

/**
 * Why a TLCP connection ended. `code` is `ERR_TLCP_…` by the alert's name: what this side found, or `ERR_TLCP_ALERT_…`: what the
 * other side told.
 */
export class TlcpError extends Error {
  override readonly name = "TlcpError";

  private constructor(
    readonly code: string,
    message: string,
    /** The alert to send; undefined when the other side is gone. */
    readonly alert: number | undefined,
  ) {
    super(message);
  }

  /** Something that this side does not accept. */
  static found(alert: number, problem: string, cause?: Error): TlcpError {
    const error = new TlcpError(`ERR_TLCP_${alertName(alert).toUpperCase()}`, problem, alert);
    if (cause) error.cause = cause;
    return error;
  }

  /** An alert of the other side. */
  static report(alert: number): TlcpError {
    const name = alertName(alert);
    return new TlcpError(`ERR_TLCP_ALERT_${name.toUpperCase()}`, `the other side ended TLCP with ${name}`, undefined);
  }

  /** What came first is no TLCP at all. */
  static notSpoken(problem: string): TlcpError {
    return new TlcpError("ERR_TLCP_NOT_SPOKEN", problem, alerts.protocolVersion);
  }

  /** The connection ended without the close_notify that a whole stream ends with, or amid the handshake. */
  static cut(secure: boolean): TlcpError {
    return new TlcpError(
      secure ? "ERR_TLCP_TRUNCATED" : "ERR_TLCP_CUT",
      secure
        ? "the connection was cut without close_notify"
        : "the other side cut the connection amid the TLCP handshake",
      undefined,
    );
  }
}
