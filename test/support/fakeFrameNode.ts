import { createServer as createHttpServer, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";
import { decodeFrame, encodeFrame, type Frame, packetType } from "../../src/chain/frame/frame";
import type { FakeNodeTls } from "./fakeNode";

interface FrameJson {
  id: string;
  method: string;
  group: string;
  params: { fromBlock: number; toBlock: number };
}

interface Task {
  id: string;
  next: number;
  last: number;
}

/** A server of the SDK protocol with a made-up ledger: `logsPerBlock` events in each block. */
export class FakeFrameNode {
  height = 0;
  handshakes = 0;
  readonly #sockets = new Map<WebSocket, { tasks: Task[] }>();
  /** Whether to cut the connection right after (or in the middle of) the frame about to be sent. */
  cut: (frame: Frame) => boolean = () => false;
  /** Replaces the answer to a request; undefined keeps it, null keeps silent. */
  answer: (frame: Frame) => unknown = () => undefined;

  private constructor(
    readonly url: string,
    readonly server: Server,
    readonly sockets: WebSocketServer,
    readonly logsPerBlock: number,
  ) {
    sockets.on("connection", (socket) => {
      this.#sockets.set(socket, { tasks: [] });
      socket.on("error", () => undefined);
      socket.on("close", () => this.#sockets.delete(socket));
      socket.on("message", (data: Buffer) => this.#take(socket, decodeFrame(data)));
    });
  }

  static async start(
    options: { tls?: FakeNodeTls; logsPerBlock?: number; port?: number } = {},
  ): Promise<FakeFrameNode> {
    const { tls, logsPerBlock = 2, port = 0 } = options;
    const server = tls ? createTlsServer({ ...tls, requestCert: true, rejectUnauthorized: true }) : createHttpServer();
    const sockets = new WebSocketServer({ server });
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    const { port: bound } = server.address() as AddressInfo;
    return new FakeFrameNode(`http${tls ? "s" : ""}://127.0.0.1:${bound}`, server, sockets, logsPerBlock);
  }

  get connections(): number {
    return this.#sockets.size;
  }

  #send(socket: WebSocket, type: number, seq: string, payload: unknown, status = 0): void {
    const bytes = payload instanceof Uint8Array ? payload : Buffer.from(`${JSON.stringify(payload)}\n`, "utf8");
    const frame = { type, seq, status, payload: bytes };
    if (socket.readyState !== 1) return;
    const cut = this.cut(frame);
    if (!cut || Math.random() < 0.5) socket.send(encodeFrame(frame));
    if (cut) socket.terminate();
  }

  #logs(block: number): unknown[] {
    return Array.from({ length: this.logsPerBlock }, (_, logIndex) => ({
      address: "ab".repeat(20),
      blockNumber: block,
      data: "0x",
      logIndex,
      topics: [],
      transactionHash: `0x${block.toString(16).padStart(64, "0")}`,
      transactionIndex: 0,
    }));
  }

  /** Pushes what the tasks have not seen yet, one frame a block. */
  #scan(): void {
    for (const [socket, { tasks }] of this.#sockets) {
      for (const task of tasks) {
        for (; task.next <= Math.min(this.height, task.last) && this.#sockets.has(socket); task.next++) {
          this.#send(socket, packetType.eventPush, "", { id: task.id, status: 0, result: this.#logs(task.next) });
          if (task.next === task.last) this.#send(socket, packetType.eventPush, "", { id: task.id, status: 1 });
        }
      }
    }
  }

  /** Makes blocks and tells everybody. */
  mine(blocks = 1): void {
    for (let block = 0; block < blocks; block++) {
      this.height += 1;
      this.tell(this.height);
      this.#scan();
    }
  }

  /** Says that a node of the group is at that height. */
  tell(blockNumber: number, nodeName = "n"): void {
    for (const socket of this.#sockets.keys())
      this.#send(socket, packetType.blockNotify, "", { blockNumber, group: "group0", nodeName });
  }

  pushRaw(bytes: Uint8Array): void {
    for (const socket of this.#sockets.keys()) socket.send(bytes);
  }

  dropAll(): void {
    for (const socket of this.#sockets.keys()) socket.terminate();
  }

  #take(socket: WebSocket, frame: Frame): void {
    const replaced = this.answer(frame);
    if (replaced === null) return;
    if (replaced !== undefined) return void this.#send(socket, frame.type, frame.seq, replaced);
    const state = this.#sockets.get(socket);
    if (!state) return;
    const json = JSON.parse(Buffer.from(frame.payload).toString("utf8")) as FrameJson;
    switch (frame.type) {
      case packetType.handshake:
        this.handshakes += 1;
        return void this.#send(socket, frame.type, frame.seq, {
          protocolVersion: 2,
          groupInfoList: [],
          groupBlockNumber: [{ group0: this.height }],
        });
      case packetType.rpcRequest: {
        const results: Record<string, unknown> = {
          getBlockNumber: this.height,
          getGroupList: { code: 0, groupList: ["group0"], msg: "success" },
        };
        const body = Object.hasOwn(results, json.method)
          ? { id: json.id, jsonrpc: "2.0", result: results[json.method] }
          : { id: json.id, jsonrpc: "2.0", error: { code: -32601, message: "no" } };
        return void this.#send(socket, 0, frame.seq, body);
      }
      case packetType.eventSubscribe: {
        const { fromBlock, toBlock } = json.params;
        if (json.group !== "group0")
          return void this.#send(socket, frame.type, frame.seq, { id: json.id, status: -41002 });
        this.#send(socket, frame.type, frame.seq, { id: json.id, status: 0 });
        const next = fromBlock > 0 ? fromBlock : this.height;
        state.tasks.push({ id: json.id, next, last: toBlock < 0 ? Number.POSITIVE_INFINITY : toBlock });
        return void this.#scan();
      }
      case packetType.eventUnsubscribe:
        state.tasks = state.tasks.filter(({ id }) => id !== json.id);
        return void this.#send(socket, frame.type, frame.seq, { id: json.id, status: 0 });
      default:
    }
  }

  close(): Promise<void> {
    this.dropAll();
    return new Promise((resolve) => {
      this.sockets.close(() => this.server.close(() => resolve()));
      this.server.closeAllConnections();
    });
  }
}
