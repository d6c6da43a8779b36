import { connect, createServer, type Server, type Socket } from "node:net";
import { listening, portOf } from "./listening";

/** What the proxy does with a connection. Bytes are counted in the direction from the node to the client. */
export type Fault =
  | { kind: "none" }
  /** Cut at once, before anything is passed on. */
  | { kind: "cutAtStart" }
  /** Cut (RST) after so many bytes of the answer. */
  | { kind: "resetAfter"; bytes: number }
  /** End politely (FIN) after so many bytes of the answer. */
  | { kind: "endAfter"; bytes: number }
  /** Pass nothing of the answer on. */
  | { kind: "stall" }
  /** One byte of the answer every so many milliseconds. */
  | { kind: "drip"; everyMs: number }
  /** Other bytes instead of the answer. */
  | { kind: "garbage"; bytes: Uint8Array };

/** How a connection that has served before ends in the middle of what comes next. */
export interface Cut {
  /** Bytes of it that still arrive. */
  bytes: number;
  /** Politely (FIN) or not (RST). */
  polite: boolean;
}

/** A TCP proxy in front of a node that misbehaves as told. Works on bytes, so TLS and WebSocket pass through it as well. */
export class FaultyProxy {
  fault: Fault = { kind: "none" };
  readonly #sockets = new Set<Socket>();
  #next: Cut | undefined;
  /** Connections that had served before and were cut by `cutNext`. */
  cuts = 0;

  private constructor(
    readonly server: Server,
    readonly target: { host: string; port: number },
  ) {
    server.on("connection", (client) => this.#take(client));
  }

  static async start(targetUrl: string): Promise<FaultyProxy> {
    const { hostname, port } = new URL(targetUrl);
    const server = createServer();
    await listening(server);
    return new FaultyProxy(server, { host: hostname, port: Number(port) });
  }

  get port(): number {
    return portOf(this.server);
  }

  /** Connections under way. */
  get open(): number {
    return this.#sockets.size;
  }

  /** Ends all connections under way (RST), whatever they do; new ones are taken. */
  cutAll(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  /** The next answer or push on a connection that has passed something before is cut; one connection, once. */
  cutNext(cut: Cut): void {
    this.#next = cut;
  }

  /** True when this piece was the one to be cut. */
  #cutHere(client: Socket, data: Buffer): boolean {
    const cut = this.#next;
    if (!cut || !client.writable) return false;
    if (cut.bytes >= data.length) {
      cut.bytes -= data.length;
      return false;
    }
    this.#next = undefined;
    this.cuts += 1;
    client.write(data.subarray(0, cut.bytes));
    if (cut.polite) client.end();
    else client.resetAndDestroy();
    return true;
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => this.#sockets.delete(socket));
  }

  #take(client: Socket): void {
    this.#keep(client);
    const { fault } = this;
    if (fault.kind === "cutAtStart") {
      client.destroy();
      return;
    }
    const node = connect(this.target);
    this.#keep(node);
    client.on("data", (data) => node.write(data));
    client.on("close", () => node.destroy());
    node.on("close", () => client.destroy());
    let passed = 0;
    node.on("data", (data) => {
      switch (fault.kind) {
        case "none":
          if (passed > 0 && this.#cutHere(client, data)) return void node.destroy();
          passed += data.length;
          client.write(data);
          return;
        case "resetAfter":
        case "endAfter": {
          client.write(data.subarray(0, Math.max(0, fault.bytes - passed)));
          passed += data.length;
          if (passed < fault.bytes) return;
          if (fault.kind === "endAfter") client.end();
          else client.resetAndDestroy();
          return;
        }
        case "drip": {
          const timer = setInterval(() => client.write(data.subarray(passed, ++passed)), fault.everyMs);
          client.on("close", () => clearInterval(timer));
          return;
        }
        case "garbage":
          client.write(fault.bytes);
          return;
        default:
      }
    });
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
