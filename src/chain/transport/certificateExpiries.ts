import type { Endpoint } from "./endpoint";
import { inspectMaterial } from "./inspectMaterial";
import { handshakeBy } from "./tlsHandshake";
import type { CertificateFacts, TlsMaterial } from "./tlsMaterial";

/** A certificate and when it expires. */
export interface CertificateExpiry {
  /** Whose it is: `node`, `client`, `ca`, and with SM TLS `nodeEncrypt`, `clientEncrypt`. */
  readonly certificate: string;
  readonly expiresMs: number;
}

/** When the certificates expire that a connection rests on: those of the node, and those that it is shown. */
export async function certificateExpiries(
  endpoint: Endpoint,
  tls: TlsMaterial | undefined,
  timeoutMs: number,
): Promise<CertificateExpiry[]> {
  const shown = await handshakeBy(endpoint, tls, timeoutMs);
  const own = tls ? await inspectMaterial(tls) : undefined;
  const all: readonly (readonly [string, CertificateFacts | undefined])[] = [
    ["node", shown.server],
    ["nodeEncrypt", shown.serverEncrypt],
    ["ca", own?.ca],
    ["client", own?.client],
    ["clientEncrypt", own?.encrypt],
  ];
  return all.flatMap(([certificate, facts]) => {
    const expiresMs = facts === undefined ? Number.NaN : Date.parse(facts.validTo);
    return Number.isNaN(expiresMs) ? [] : [{ certificate, expiresMs }];
  });
}
