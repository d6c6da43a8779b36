import type { ChainError } from "./chainError";

const codes = new Set<number | string>([
  "badUrl",
  "connectionRefused",
  "hostNotFound",
  "hostUnreachable",
  "connectTimedOut",
]);

/**
 * Whether the request certainly did not reach the node: it may be made elsewhere, or again, whatever it asks for. A failure of TLS is that
 * of the handshake, before anything is sent, unless `isSent` of its details says that the connection was there.
 */
export function neverSent({ kind, code, details }: Pick<ChainError, "kind" | "code" | "details">): boolean {
  return codes.has(code) || (kind === "tls" && details["isSent"] !== true);
}
