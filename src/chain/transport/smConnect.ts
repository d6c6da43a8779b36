import { connect } from "node:net";
import type { buildConnector } from "undici";
import { clientError } from "../../errors/clientError";
import type { TlcpCredentials } from "../tlcp/credentials";
import type { SmCertificate } from "../tlcp/smCertificate";
import { TlcpSocket } from "../tlcp/tlcpSocket";
import { findPair } from "../tlcp/verifyChain";
import type { Endpoint } from "./endpoint";
import type { Handshake, SuiteSeen } from "./handshakeOutcome";
import { inspectSmMaterial, smCertificateFacts, smCredentials } from "./smMaterial";
import { namesClient, type TlsMaterial } from "./tlsMaterial";
import { tlsMaterialError } from "./tlsMaterialError";

type Port = Pick<Endpoint, "host" | "port">;

/** Files that are ready, and whether they are a node's own. */
interface SmUse {
  credentials: TlcpCredentials;
  ofNode: boolean;
}

/** @throws ChainError tls: what is wrong with the files. */
async function usableFiles(tls: TlsMaterial): Promise<SmUse> {
  try {
    return { credentials: smCredentials(tls), ofNode: tls.ofNode ?? false };
  } catch (cause) {
    throw (await tlsMaterialError(inspectSmMaterial(tls))) ?? clientError("smEncryptMissing", {}, { cause });
  }
}

const late = (): Error => Object.assign(new Error("no connection in time"), { code: "ETIMEDOUT" });

/** A client's certificate is no node's, as with standard TLS: it is this client's own, or it says so in its name. */
function impostor({ publicKey, subject }: SmCertificate, own: SmUse): Error | undefined {
  const isOwn = !own.ofNode && publicKey.equals(own.credentials.sign.keys.publicKey);
  return isOwn || namesClient(subject.split(", ").join("\n")) ? clientError("clientAsServer", { subject }) : undefined;
}

/** A connection to a port with SM TLS; the handshake may still go on. */
const openSocket = ({ host, port }: Port, own: SmUse): TlcpSocket =>
  new TlcpSocket(connect({ host, port }), {
    role: "client",
    credentials: own.credentials,
    refuse: (certificate) => impostor(certificate, own),
  });

/** Runs until the handshake is over, one way or the other; the socket is only alive without an error. */
function shaken(socket: TlcpSocket, timeoutMs: number): Promise<Error | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => socket.destroy(late()), timeoutMs);
    const settle = (error?: Error): void => {
      clearTimeout(timer);
      socket.off("error", settle);
      socket.off("secureConnect", settle);
      if (error) socket.on("error", () => undefined);
      resolve(error);
    };
    socket.on("error", settle);
    socket.on("secureConnect", settle);
  });
}

/** What undici opens its connections to a port with SM TLS by. */
export function smConnector(
  endpoint: Port,
  tls: TlsMaterial,
  timeoutMs: number,
  seen: SuiteSeen,
): buildConnector.connector {
  let use: Promise<SmUse> | undefined;
  const open = async (): Promise<TlcpSocket> => {
    use ??= usableFiles(tls);
    const socket = openSocket(endpoint, await use);
    const error = await shaken(socket, timeoutMs);
    if (error) throw error;
    seen.smSuite = socket.established?.suite.name;
    return socket;
  };
  return (_options, callback) => {
    // It takes any stream that has a socket's manners.
    open().then(
      (socket) => callback(null, socket as unknown as Parameters<typeof callback>[1] & import("node:net").Socket),
      (error: Error) => callback(error, null),
    );
  };
}

/** A stream that is spoken over at once, as the WebSocket library does. @throws ChainError tls */
export async function smSocketFactory(
  endpoint: Port,
  tls: TlsMaterial,
  seen: SuiteSeen,
): Promise<(options: { timeout?: number }) => TlcpSocket> {
  const use = await usableFiles(tls);
  return ({ timeout = 0 }) => {
    const socket = openSocket(endpoint, use).setTimeout(timeout);
    socket.once("secureConnect", () => {
      seen.smSuite = socket.established?.suite.name;
    });
    return socket;
  };
}

/** One SM TLS handshake; the certificate is told even when it is not trusted. Nothing is sent over the connection. */
export async function shakeSmHands(endpoint: Port, tls: TlsMaterial, timeoutMs: number): Promise<Handshake> {
  let use: SmUse;
  try {
    use = await usableFiles(tls);
  } catch (error) {
    return { error: error as Error };
  }
  const socket = openSocket(endpoint, use);
  const error = await shaken(socket, timeoutMs);
  const { sign, encrypt } = findPair(socket.peerCertificates);
  const handshake: Handshake = {
    ...(error ? { error } : {}),
    ...(sign ? { server: smCertificateFacts(sign) } : {}),
    ...(encrypt ? { serverEncrypt: smCertificateFacts(encrypt) } : {}),
    ...(socket.established ? { protocol: `TLCP 1.1 ${socket.established.suite.name}` } : {}),
  };
  socket.destroy();
  return handshake;
}
