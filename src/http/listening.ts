import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { mebibyte } from "../text/limits/sizes";

/** A port that is open. */
export interface OpenPort {
  readonly server: Server;
  readonly port: number;
  /** Ends every connection. */
  close(): Promise<void>;
}

/**
 * Opens the port of a server; neither a broken request nor a broken accept ends it.
 * @param server listens; port 0 takes any free port
 * @throws Error of the system, such as for a port that is taken
 */
export async function openPort(
  server: Server,
  { host, port, maxConnections }: { readonly host: string; readonly port: number; readonly maxConnections?: number },
): Promise<OpenPort> {
  if (maxConnections !== undefined) server.maxConnections = maxConnections;
  server.on("clientError", (_error, socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  server.removeAllListeners("error");
  server.on("error", () => undefined);
  return {
    server,
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Reads the body of a request as a node does: the connection of one that is longer, or that breaks off, ends without an answer. */
export function readBody(request: IncomingMessage, maxLength: number, done: (body: string) => void): void {
  if (Number(request.headers["content-length"] ?? 0) > maxLength) {
    request.socket.destroy(); // nothing of it is read
    return;
  }
  const chunks: Buffer[] = [];
  let size = 0;
  request.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxLength) request.socket.destroy();
    else chunks.push(chunk);
  });
  request.on("error", () => request.socket.destroy());
  request.on("end", () => done((chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)).toString("utf8")));
}

/** Of a body that is too long so much is read and dropped: a sender that is still writing sees no answer, only a broken connection. */
const maxDropped = { bytes: 64 * mebibyte, ms: 5000 };

/**
 * The whole body; undefined where it has more bytes: then the caller answers, and the connection ends with this answer.
 * @throws Error where the connection breaks off
 */
export function bodyOf(
  request: IncomingMessage,
  response: ServerResponse,
  maxLength: number,
): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    let giveUp: NodeJS.Timeout | undefined;
    const end = (body: string | undefined): void => {
      clearTimeout(giveUp);
      request.pause();
      resolve(body);
    };
    const refuse = (): void => {
      response.shouldKeepAlive = false;
      chunks.length = 0;
      giveUp ??= setTimeout(() => end(undefined), maxDropped.ms);
    };
    if (Number(request.headers["content-length"] ?? 0) > maxLength) refuse();
    request.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length > maxDropped.bytes) end(undefined);
      else if (length > maxLength) refuse();
      else if (!giveUp) chunks.push(chunk);
    });
    request.on("error", reject);
    request.on("end", () => end(giveUp ? undefined : Buffer.concat(chunks).toString("utf8")));
    request.on("close", () => {
      clearTimeout(giveUp);
      reject(new Error("the connection broke off"));
    });
  });
}
