import type { Endpoint } from "./endpoint";
import { handshakeBy } from "./tlsHandshake";
import {
  type CertificateFacts,
  inspectTlsMaterial,
  isSmMaterial,
  type TlsMaterial,
  type TlsMaterialFacts,
} from "./tlsMaterial";

/** What can be said of certificate files of either kind without any connection. Never throws. */
export async function inspectMaterial(tls: TlsMaterial): Promise<TlsMaterialFacts> {
  if (!isSmMaterial(tls)) return inspectTlsMaterial(tls);
  const { inspectSmMaterial } = await import("./smMaterial");
  return inspectSmMaterial(tls);
}

/** A certificate and when it expires. */
interface CertificateExpiry {
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
