import type { Endpoint } from "../../chain/transport/endpoint";
import { inspectMaterial } from "../../chain/transport/inspectMaterial";
import { handshakeBy } from "../../chain/transport/tlsHandshake";
import type { CertificateFacts, TlsMaterial } from "../../chain/transport/tlsMaterial";
import type { CertificateExpiry } from "../../monitoring/metrics/collector";

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
