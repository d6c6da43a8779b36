import type { Server } from "node:http";
import { readTlcpCredentials, type TlcpMaterial } from "../../chain/tlcp/credentials";
import { asNode } from "../../chain/tlcp/handshake";
import { TlcpSocket } from "../../chain/tlcp/tlcpSocket";
import { handshakeFirst } from "./secureConnections";

/** Lets an HTTP server speak SM TLS as a node with `sm_ssl=true` does: TLCP 1.1, both sides with certificates of the chain's SM CA. */
export function smConnections(server: Server, material: TlcpMaterial): void {
  const credentials = readTlcpCredentials(material);
  handshakeFirst(
    server,
    (socket) => socket instanceof TlcpSocket,
    (raw, serve) => {
      const socket = new TlcpSocket(raw, { role: "server", credentials, showing: asNode });
      socket.on("error", () => undefined); // the other side has its alert
      socket.once("secureConnect", () => serve(socket));
    },
  );
}
