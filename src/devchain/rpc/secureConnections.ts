import { X509Certificate } from "node:crypto";
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { createSecureContext, TLSSocket } from "node:tls";

/** Key, certificate and certificate authority of a TLS port, as PEM. */
export interface TlsServerMaterial {
  readonly key: string;
  readonly cert: string;
  readonly ca: string;
}

/** Whoever opens a connection and says nothing is let go after this long. */
const handshakeLimitMs = 30_000;

/**
 * Lets an HTTP server speak mutual TLS as a node does: TLS 1.2, a client certificate of the chain's CA, and no resumed session. A node
 * hands out session tickets but sets no session ID context, so that OpenSSL ends a resumed handshake with alert 80 (tls.md, "Session
 * resumption"). Node's own TLS server always sets a context; hence the handshake is made here, with a bare secure context.
 */
export function secureConnections(server: Server, material: TlsServerMaterial): void {
  const secureContext = createSecureContext({ ...material, minVersion: "TLSv1.2", maxVersion: "TLSv1.2" });
  const authority = new X509Certificate(material.ca);
  const shakingHands = new Set<Socket>();
  const listeners = server.listeners("connection");
  const serve = (socket: TLSSocket): void => {
    for (const listener of listeners) listener.call(server, socket);
  };
  const shakeHands = (raw: Socket): void => {
    shakingHands.add(raw);
    const limit = setTimeout(() => raw.destroy(), handshakeLimitMs).unref();
    const done = (): void => {
      clearTimeout(limit);
      shakingHands.delete(raw);
    };
    const socket = new TLSSocket(raw, { isServer: true, secureContext, requestCert: true, rejectUnauthorized: true });
    socket.on("error", () => socket.destroy());
    raw.on("error", () => socket.destroy());
    raw.on("close", done);
    socket.once("secure", () => {
      done();
      if (isOfChain(socket.getPeerX509Certificate(), authority)) serve(socket);
      else socket.destroy();
    });
  };
  server.removeAllListeners("connection");
  // A connection that is given back to the server (readWithoutUpgrade) has shaken hands already.
  server.on("connection", (socket: Socket) => (socket instanceof TLSSocket ? serve(socket) : shakeHands(socket)));
  const { closeAllConnections } = server;
  server.closeAllConnections = () => {
    closeAllConnections.call(server);
    for (const raw of shakingHands) raw.destroy();
  };
}

/** Signed by the chain's CA, and of today. */
function isOfChain(certificate: X509Certificate | undefined, authority: X509Certificate): boolean {
  if (!certificate?.checkIssued(authority) || !certificate.verify(authority.publicKey)) return false;
  const now = Date.now();
  return Date.parse(certificate.validFrom) <= now && now <= Date.parse(certificate.validTo);
}
