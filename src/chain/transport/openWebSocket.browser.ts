// What openWebSocket.ts does, by the browser's own WebSocket.
import { utf8Bytes } from "../../crypto/bytes/binaryText";
import { clientError } from "../../errors/clientError";
import { packetType } from "../frame/frame";
import type { Endpoint } from "./endpoint";
import { encodeRequest } from "./envelope";
import { type LinkListener, type LinkOptions, type LinkSocket, socketUrl, WebSocketLink } from "./webSocketLink";

/** What is used of it: types of pages would be known in every file of Node's. */
interface PageSocket {
  /** @public the browser reads it */
  binaryType: string;
  readonly readyState: number;
  send(bytes: Uint8Array): void;
  close(code?: number): void;
  addEventListener(type: "close" | "open", listener: () => void): void;
  addEventListener(type: "message", listener: (event: { readonly data: unknown }) => void): void;
}
declare const WebSocket: { new (url: string): PageSocket; readonly CLOSED: number };

/** A browser takes its time to close, and tells when it is done. */
const linkSocket = (socket: PageSocket, end: () => void): LinkSocket => ({
  send: (bytes) => socket.send(bytes),
  terminate() {
    end();
    socket.close();
  },
  close: () =>
    new Promise((resolve) => {
      if (socket.readyState === WebSocket.CLOSED) return resolve();
      const timer = setTimeout(resolve, 500);
      socket.addEventListener("close", () => {
        clearTimeout(timer);
        resolve();
      });
      socket.close(1000);
    }),
});

/** A browser shows no pings and sends none: a question that every node answers does the same. */
function keepWatch(link: WebSocketLink, idleMs: number): { readonly sawLife: () => void; readonly end: () => void } {
  let alive = true;
  const timer = setInterval(() => {
    if (!alive) return link.abandon();
    alive = false;
    const payload = utf8Bytes(encodeRequest(0, "getGroupList", []));
    const asked = link.request({ type: packetType.rpcRequest, payload, method: "getGroupList", timeoutMs: idleMs });
    asked.catch(() => undefined); // told by the next look
  }, idleMs);
  return { sawLife: () => (alive = true), end: () => clearInterval(timer) };
}

export function openWebSocket(
  endpoint: Endpoint,
  { connectTimeoutMs, idleMs }: LinkOptions,
  listener: LinkListener,
): Promise<WebSocketLink> {
  const url = socketUrl(endpoint);
  const context = { endpoint: url, method: "connect", timeoutMs: connectTimeoutMs };
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${url}/`);
    socket.binaryType = "arraybuffer";
    const timer = setTimeout(() => {
      socket.close();
      reject(clientError("connectTimedOut", context));
    }, connectTimeoutMs);
    let isOpen = false;
    socket.addEventListener("close", () => {
      clearTimeout(timer);
      if (!isOpen) reject(clientError("noAnswerInPage", context));
    });
    socket.addEventListener("open", () => {
      clearTimeout(timer);
      isOpen = true;
      let isRead = true;
      const stop = (): void => {
        isRead = false;
      };
      const link = new WebSocketLink({ endpoint: url }, linkSocket(socket, stop), listener);
      const watch = keepWatch(link, idleMs);
      socket.addEventListener("message", ({ data }) => {
        watch.sawLife();
        if (isRead && data instanceof ArrayBuffer) link.take(new Uint8Array(data));
      });
      socket.addEventListener("close", () => {
        watch.end();
        link.ended();
      });
      resolve(link);
    });
  });
}
