import { X509Certificate } from "node:crypto";
import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { createSecureContext, TLSSocket } from "node:tls";

/** Key, certificate and certificate authority of a TLS port, as PEM. */
export interface TlsServerMaterial {
  readonly key: string;
  readonly cert: string;
  readonly ca: string;
}

/** A connection on which nothing is said is let go after this long. */
const handshakeLimitMs = 30_000;

/** How a handshake went: `serve` once, or nothing and the connection is gone. */
type Serve<Secure extends Duplex> = (socket: Secure) => void;

/**
 * Puts a handshake before an HTTP server: every connection goes through `shakeHands`, and is served when that says so.
 * @param isShaken whether a connection has been through it: one that is given back to the server (readWithoutUpgrade) has
 */
export function handshakeFirst<Secure extends Duplex>(
  server: Server,
  isShaken: (socket: Duplex) => socket is Secure,
  shakeHands: (raw: Socket, serve: Serve<Secure>) => void,
): void {
  const shakingHands = new Set<Socket>();
  const listeners = server.listeners("connection");
  const serve: Serve<Secure> = (socket) => {
    for (const listener of listeners) listener.call(server, socket);
  };
  server.removeAllListeners("connection");
  server.on("connection", (socket: Socket) => {
    if (isShaken(socket)) return serve(socket);
    shakingHands.add(socket);
    const limit = setTimeout(() => socket.destroy(), handshakeLimitMs).unref();
    const done = (): void => {
      clearTimeout(limit);
      shakingHands.delete(socket);
    };
    socket.on("close", done);
    shakeHands(socket, (secure) => {
      done();
      serve(secure);
    });
  });
  const { closeAllConnections } = server;
  server.closeAllConnections = () => {
    closeAllConnections.call(server);
    for (const raw of shakingHands) raw.destroy();
  };
}

/**
 * Lets an HTTP server speak mutual TLS as a node does: TLS 1.2, a client certificate of the chain's CA, and no resumed session. A node
 * hands out session tickets but sets no session ID context, so that OpenSSL ends a resumed handshake with alert 80 (tls.md,
 * "Sessions"). Node's own TLS server always sets a context; hence the handshake is made here, with a bare secure context.
 */
export function secureConnections(server: Server, material: TlsServerMaterial): void {
  const secureContext = createSecureContext({ ...material, minVersion: "TLSv1.2", maxVersion: "TLSv1.2" });
  const authority = new X509Certificate(material.ca);
  handshakeFirst(
    server,
    (socket) => socket instanceof TLSSocket,
    (raw, serve) => {
      const options = { isServer: true, secureContext, requestCert: true, rejectUnauthorized: true };
      const socket = new TLSSocket(raw, options);
      socket.on("error", () => socket.destroy());
      raw.on("error", () => socket.destroy());
      socket.once("secure", () => {
        if (isOfChain(socket.getPeerX509Certificate(), authority)) serve(socket);
        else socket.destroy();
      });
    },
  );
}

/** Signed by the chain's CA, and of today. */
function isOfChain(certificate: X509Certificate | undefined, authority: X509Certificate): boolean {
  if (!certificate?.checkIssued(authority) || !certificate.verify(authority.publicKey)) return false;
  const now = Date.now();
  return Date.parse(certificate.validFrom) <= now && now <= Date.parse(certificate.validTo);
}
