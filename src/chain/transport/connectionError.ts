import { ChainError, type ErrorDetails } from "../../errors/chainError";
import { clientError } from "../../errors/clientError";
import { tlsError, tlsFailureCode } from "./tlsFailure";

/** What was being done when a connection failed. */
interface ConnectionContext {
  endpoint: string;
  method: string;
  timeoutMs: number;
  /** The connection was there, and the request can have gone out over it. */
  isSent?: boolean;
}

function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === "string" ? code : "";
}

/** The failure inside: undici and Node wrap errors of sockets in `cause` or an AggregateError (one for each address tried). */
function innermost(error: unknown): unknown {
  const { errors, cause } = (error ?? {}) as { errors?: unknown[]; cause?: unknown };
  if (Array.isArray(errors) && errors.length > 0) return innermost(errors[0]);
  return cause !== undefined && codeOf(cause) !== "" ? innermost(cause) : error;
}

const networkCodes = new Set(["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH", "EADDRNOTAVAIL", "ETIMEDOUT"]);

/** A port with TLS answers a plain request with an alert record, which begins with 15 03. */
function notHttp(cause: Error, details: ErrorDetails): ChainError {
  const { data } = cause as { data?: unknown };
  if (typeof data === "string" && data.startsWith("\u0015\u0003"))
    return clientError("tlsPortByHttp", details, { cause });
  return clientError("notANode", { ...details, found: "no HTTP" }, { cause });
}

/** The ChainError of a socket, DNS, TLS or HTTP failure (docs/protocol/tls.md, "What a client sees"). */
export async function connectionError(failure: unknown, context: ConnectionContext): Promise<ChainError> {
  if (failure instanceof ChainError) return failure;
  const cause = innermost(failure);
  if (cause instanceof ChainError) return cause;
  const { isSent = false, ...details } = context;
  const tls = tlsFailureCode(cause);
  if (tls !== undefined) return tlsError(tls, cause, isSent ? { ...details, isSent } : details);
  const code = codeOf(cause);
  // A network that is gone later is told by the same codes as one that was never there.
  if (isSent && networkCodes.has(code)) return clientError("connectionLost", details, { cause });
  switch (code) {
    case "ECONNREFUSED":
      return clientError("connectionRefused", details, { cause });
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return clientError("hostNotFound", details, { cause });
    case "EHOSTUNREACH":
    case "ENETUNREACH":
    case "EADDRNOTAVAIL":
      return clientError("hostUnreachable", details, { cause });
    case "UND_ERR_CONNECT_TIMEOUT":
    case "ETIMEDOUT":
      return clientError("connectTimedOut", details, { cause });
    case "UND_ERR_HEADERS_OVERFLOW":
      return clientError("notANode", { ...details, found: "HTTP headers without an end" }, { cause });
    case "UND_ERR_DESTROYED":
    case "UND_ERR_CLOSED":
      return clientError("transportClosed", details, { cause });
    default:
      if (cause instanceof Error && cause.name === "HTTPParserError")
        return notHttp(cause, isSent ? { ...details, isSent } : details);
      return clientError("connectionLost", details, { cause });
  }
}
