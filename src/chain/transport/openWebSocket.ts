import { type ClientOptions, WebSocket } from "ws";
import { clientError } from "../../errors/clientError";
import { maxMessageBytes } from "../frame/frame";
import { connectionError } from "./connectionError";
import type { Endpoint } from "./endpoint";
import type { SuiteSeen } from "./handshakeOutcome";
import { orSmTls } from "./smTls";
import { isSmMaterial, type TlsMaterial, tlsConnectOptions } from "./tlsMaterial";
import { type LinkListener, type LinkOptions, type LinkSocket, socketUrl, WebSocketLink } from "./webSocketLink";

/** What makes the connection safe, of the kind that the files are for. @throws ChainError tls */
async function connectOptions(endpoint: Endpoint, tls: TlsMaterial | undefined, seen: SuiteSeen): Promise<object> {
  if (!endpoint.secure) return {};
  if (!isSmMaterial(tls)) return tlsConnectOptions(tls);
  const { smSocketFactory } = await import("./smConnect");
  return { createConnection: await smSocketFactory(endpoint, tls, seen) };
}

/** Pings a socket in which nothing stirs, and ends it when that doesn't help. */
function keepWatch(socket: WebSocket, idleMs: number): void {
  let alive = true;
  const sawLife = (): void => {
    alive = true;
  };
  const heartbeat = setInterval(() => {
    if (!alive) return socket.terminate();
    alive = false;
    socket.ping();
  }, idleMs);
  heartbeat.unref();
  for (const sign of ["message", "ping", "pong"]) socket.on(sign, sawLife);
  socket.on("close", () => clearInterval(heartbeat));
}

const linkSocket = (socket: WebSocket): LinkSocket => ({
  send: (bytes) => socket.send(bytes),
  terminate: () => socket.terminate(),
  close: () =>
    new Promise((resolve) => {
      if (socket.readyState === WebSocket.CLOSED) return resolve();
      const timer = setTimeout(() => socket.terminate(), 500);
      socket.once("close", () => {
        clearTimeout(timer);
        resolve();
      });
      socket.close(1000);
    }),
});

/**
 * Opens a connection. This file is the only one that loads the library `ws`; import it dynamically. A page takes openWebSocket.browser.ts.
 * @throws ChainError transport or tls.
 */
export async function openWebSocket(
  endpoint: Endpoint,
  options: LinkOptions,
  listener: LinkListener,
): Promise<WebSocketLink> {
  const url = socketUrl(endpoint);
  const context = { endpoint: url, method: "connect", timeoutMs: options.connectTimeoutMs };
  const seen: SuiteSeen = {};
  const security = await connectOptions(endpoint, options.tls, seen);
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${url}/`, {
      perMessageDeflate: false,
      maxPayload: maxMessageBytes,
      handshakeTimeout: options.connectTimeoutMs,
      ...security,
    } as unknown as ClientOptions); // its type wants a boolean of checkServerIdentity, Node wants nothing
    const fail = (error: Error): void => {
      socket.terminate();
      const late = /Opening handshake has timed out/.test(error.message);
      const isOtherServer = /Unexpected server response|Invalid Upgrade|Invalid Sec-WebSocket/.exec(error.message);
      if (late) reject(clientError("connectTimedOut", context, { cause: error }));
      else if (isOtherServer) reject(clientError("notANode", { ...context, found: error.message }, { cause: error }));
      else
        void connectionError(error, context)
          .then((found) => orSmTls(found, endpoint, Math.min(options.connectTimeoutMs, 2000)))
          .then(reject, reject);
    };
    socket.once("error", fail);
    socket.once("open", () => {
      socket.off("error", fail);
      const link = new WebSocketLink({ endpoint: url, smSuite: seen.smSuite }, linkSocket(socket), listener);
      keepWatch(socket, options.idleMs);
      socket.on("message", (data: Buffer) => link.take(data));
      socket.on("error", (error) => link.failed(error));
      socket.on("close", () => link.ended());
      resolve(link);
    });
  });
}
