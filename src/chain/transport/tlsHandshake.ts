import type { X509Certificate } from "node:crypto";
import { connect } from "node:tls";
import type { Endpoint } from "./endpoint";
import type { Handshake } from "./handshakeOutcome";
import {
  type CertificateFacts,
  certificateFacts,
  impostor,
  inspectTlsMaterial,
  isSmMaterial,
  type TlsMaterial,
  type TlsMaterialFacts,
  tlsConnectOptions,
} from "./tlsMaterial";

/** One handshake of the kind that the files are for. */
export async function handshakeBy(
  endpoint: Pick<Endpoint, "host" | "port">,
  tls: TlsMaterial | undefined,
  timeoutMs: number,
): Promise<Handshake> {
  if (!isSmMaterial(tls)) return shakeHands(endpoint, tls, timeoutMs);
  const { shakeSmHands } = await import("./smConnect");
  return shakeSmHands(endpoint, tls, timeoutMs);
}

/** One TLS handshake; the certificate is told even when it is not trusted. Nothing is sent over the connection. */
export function shakeHands(
  endpoint: Pick<Endpoint, "host" | "port">,
  tls: TlsMaterial | undefined,
  timeoutMs: number,
): Promise<Handshake> {
  return new Promise((resolve) => {
    const handshake: Handshake = {};
    try {
      // The check is made by hand below, so that the certificate of an untrusted node can be shown.
      const { checkServerIdentity, ...rest } = tlsConnectOptions(tls);
      const options = { ...rest, rejectUnauthorized: false, requestOCSP: true };
      // Asked below instead: Node gives the certificate out once, and `OCSPResponse` has it first.
      const identity = checkServerIdentity ? { checkServerIdentity: () => undefined } : {};
      let shown: X509Certificate | undefined;
      const socket = connect({ ...options, ...identity, host: endpoint.host, port: endpoint.port });
      const settle = (error?: Error): void => {
        clearTimeout(timer);
        if (error && !handshake.error) handshake.error = error;
        socket.destroy();
        resolve(handshake);
      };
      const note = (): void => {
        shown ??= socket.getPeerX509Certificate();
        if (shown) handshake.server = certificateFacts(shown);
      };
      const late = Object.assign(new Error("no handshake in time"), { code: "ETIMEDOUT" });
      const timer = setTimeout(() => settle(late), timeoutMs);
      socket.on("error", settle);
      socket.on("close", () => settle());
      // Comes between the node's certificate and this side's, whatever the node answers: the moment to see the one even if the other is
      // refused.
      socket.on("OCSPResponse", note);
      socket.on("secureConnect", () => {
        note();
        handshake.protocol = socket.getProtocol() ?? "";
        const problem = socket.authorizationError as unknown;
        const impostorError = tls && shown && !problem ? impostor(shown, tls) : undefined;
        if (problem) handshake.error = Object.assign(new Error(String(problem)), { code: String(problem) });
        else if (impostorError) handshake.error = impostorError;
        settle();
      });
    } catch (error) {
      resolve({ error: error instanceof Error ? error : new Error(String(error)) });
    }
  });
}

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
