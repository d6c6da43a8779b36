import { createServer, type Server, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { WebSocket, WebSocketServer } from "ws";
import { decodeFrame, encodeFrame, type Frame, packetType } from "../../src/chain/frame/frame";
import { listening, portOf } from "./listening";

/** What a hostile server does with a connection whose request has come. Everything it sends stops when the other side is gone. */
export type Malice = (socket: Socket) => void;

/** Pieces without an end; `taken` is what the other side has let through before it closed. */
function pour(socket: Socket, piece: Buffer, taken: (bytes: number) => void): void {
  const more = (): void => {
    while (socket.writable && socket.write(piece)) taken(piece.length);
    taken(piece.length);
  };
  socket.on("drain", more);
  more();
}

const head = (...lines: string[]): string => ["HTTP/1.1 200 OK", ...lines, "", ""].join("\r\n");
const json = "Content-Type: application/json";

/** An answer with a body as it is. */
export const body = (text: Buffer | string, ...lines: string[]): Malice => {
  const bytes = Buffer.from(text);
  return (socket) => {
    socket.write(head(json, ...lines, `Content-Length: ${bytes.length}`));
    socket.write(bytes);
  };
};
export const gzipped = (text: string): Malice => body(gzipSync(text), "Content-Encoding: gzip");

/** An HTTP server on loopback that does its worst with every request. */
export class HostileNode {
  readonly #sockets = new Set<Socket>();
  /** Bytes that went out, and connections that the other side has closed. */
  poured = 0;
  closed = 0;

  private constructor(
    readonly server: Server,
    readonly malice: (node: HostileNode) => Malice,
  ) {
    server.on("connection", (socket) => {
      this.#sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        this.#sockets.delete(socket);
        this.closed += 1;
      });
      socket.once("data", () => malice(this)(socket));
    });
  }

  static async start(malice: (node: HostileNode) => Malice): Promise<HostileNode> {
    const server = createServer();
    await listening(server);
    return new HostileNode(server, malice);
  }

  get url(): string {
    return `http://127.0.0.1:${portOf(this.server)}`;
  }

  /** A body, or headers, without an end. */
  endless(start: string, piece: string): Malice {
    return (socket) => {
      socket.write(start);
      pour(socket, Buffer.from(piece), (bytes) => {
        this.poured += bytes;
      });
    };
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

export const bodyWithoutEnd = (node: HostileNode): Malice =>
  node.endless(head(json, "Transfer-Encoding: chunked"), `10000\r\n${"0".repeat(0x10000)}\r\n`);
export const headersWithoutEnd = (node: HostileNode): Malice =>
  node.endless("HTTP/1.1 200 OK\r\n", `X-${"a".repeat(100)}: b\r\n`);
/** Keeps the connection and says a byte now and then, or nothing. */
export const silence = (): Malice => () => undefined;
export const drip = (): Malice => (socket) => {
  socket.write(head(json, "Content-Length: 1000000"));
  const timer = setInterval(() => socket.write(" "), 20);
  socket.on("close", () => clearInterval(timer));
};

const enoughBytes = 2_000_000;

/** A server of the SDK protocol that shakes hands, answers what it must, and pushes frames without an end once a user subscribes. */
export class HostileFrameNode {
  pushed = 0;
  connections = 0;
  /** What the handshake says of groups and their heights. */
  groups: Record<string, number>[] | null | undefined = [{ group0: 1 }];

  private constructor(
    readonly server: WebSocketServer,
    readonly push: (index: number, subscription: string) => Frame,
  ) {
    server.on("connection", (socket) => this.#take(socket));
  }

  static async start(push: (index: number, subscription: string) => Frame): Promise<HostileFrameNode> {
    const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
    await new Promise((resolve) => server.once("listening", resolve));
    return new HostileFrameNode(server, push);
  }

  get url(): string {
    return `ws://127.0.0.1:${(this.server.address() as { port: number }).port}`;
  }

  #take(socket: WebSocket): void {
    this.connections += 1;
    socket.on("error", () => undefined);
    socket.on("message", (data: Buffer) => {
      const { type, seq, payload } = decodeFrame(data);
      const asked = JSON.parse(Buffer.from(payload).toString("utf8")) as { id: string };
      const answers: Record<number, unknown> = {
        [packetType.handshake]: { protocolVersion: 2, groupInfoList: [], groupBlockNumber: this.groups },
        [packetType.rpcRequest]: { jsonrpc: "2.0", id: asked.id, result: 1 },
        [packetType.eventSubscribe]: { id: asked.id, status: 0 },
      };
      socket.send(encodeFrame({ type, status: 0, seq, payload: Buffer.from(JSON.stringify(answers[type] ?? {})) }));
      if (type === packetType.eventSubscribe) this.#flood(socket, asked.id);
    });
  }

  #flood(socket: WebSocket, subscription: string): void {
    if (socket.readyState !== WebSocket.OPEN) return;
    // No more than the other side takes: it shares a processor with this one, and is to get its turn.
    for (let i = 0; i < 100 && socket.bufferedAmount < enoughBytes; i++) {
      socket.send(encodeFrame(this.push(this.pushed++, subscription)));
    }
    setTimeout(() => this.#flood(socket, subscription), socket.bufferedAmount < enoughBytes ? 0 : 5);
  }

  async close(): Promise<void> {
    for (const socket of this.server.clients) socket.terminate();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** A push with a JSON text. */
export const pushOf = (type: number, value: unknown): Frame => ({
  ...{ type, status: 0, seq: "" },
  payload: Buffer.from(JSON.stringify(value)),
});
