import type { IncomingMessage, Server } from "node:http";
import type { AddressInfo } from "node:net";

/** A port that is open. */
export interface OpenPort {
  readonly server: Server;
  readonly port: number;
  /** Ends every connection. */
  close(): Promise<void>;
}

/**
 * Opens the port of a server; neither a broken request nor a broken accept ends it.
 * @param options port 0 takes any free port
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

/** Reads the body of a request. The connection of one that is longer, or that breaks off, ends. */
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

/** The whole body; undefined where it has more bytes, which the server answers. */
export async function bodyOf(request: IncomingMessage, maxLength: number): Promise<string | undefined> {
  if (Number(request.headers["content-length"] ?? 0) > maxLength) return undefined;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > maxLength) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
