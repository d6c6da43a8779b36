import { randomBytes } from "node:crypto";
import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import { encodeFrame, type Frame, maxMessageBytes, packetType, readFrame } from "../../chain/frame/frame";
import { groupInfoJson, type Network } from "../nodes/network";
import { atLeast } from "../options";
import { type EventTask, eventStatus, readEventTask, wantedLogs } from "./eventSubscription";
import { parseWire, type WireObject, writeJson, writePrettyJson } from "./jsonText";

/** A silent session is asked after this long, and dropped when it is silent once more as long. */
const pingEveryMs = 5000;
/** Blocks that an event task looks at in one go. */
const blocksAtOnce = 10;
/** AMOP's word for a topic that nobody listens to. */
const nobodyListens = 3001;

interface Session {
  readonly socket: WebSocket;
  readonly tasks: Map<string, EventTask>;
  readonly topics: Set<string>;
  alive: boolean;
}

/** The SDK's frame protocol on the port of JSON-RPC: requests, block and group notices, events, AMOP (websocket.md). */
export class FrameServer {
  readonly #network: Network;
  readonly #answer: (body: string) => Promise<string>;
  readonly #sessions = new Set<Session>();
  /** AMOP requests that wait for their answer, by seq. */
  readonly #amopWaiting = new Map<string, Session>();
  #ping: NodeJS.Timeout | undefined;
  #versions = new Map<string, string | undefined>();

  constructor(network: Network, answer: (body: string) => Promise<string>) {
    this.#network = network;
    this.#answer = answer;
    for (const group of network.groups.values()) {
      this.#versions.set(group.id, group.config("compatibility_version"));
      group.on("block", (block) => this.#onBlock(group.id, block.header.number));
    }
  }

  get sessionCount(): number {
    return this.#sessions.size;
  }

  /** Takes upgrade requests of the server, on any path. */
  attach(server: Server): void {
    server.on("upgrade", (request, socket, head) => {
      socket.on("error", () => socket.destroy());
      if (typeof request.headers["sec-websocket-key"] === "string") void this.#upgrade(request, socket, head);
      else refuseUpgrade(socket);
    });
  }

  async #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const { WebSocketServer } = await import("ws");
    const server = new WebSocketServer({
      noServer: true,
      perMessageDeflate: false,
      maxPayload: maxMessageBytes,
      clientTracking: false,
    });
    server.handleUpgrade(request, socket, head, (webSocket) => this.#open(webSocket));
  }

  #open(socket: WebSocket): void {
    const session: Session = { socket, tasks: new Map(), topics: new Set(), alive: true };
    this.#sessions.add(session);
    this.#ping ??= setInterval(() => this.#pingAll(), pingEveryMs).unref();
    socket.on("message", (data: Buffer) => {
      session.alive = true;
      void this.#receive(session, Buffer.isBuffer(data) ? data : Buffer.from(data));
    });
    socket.on("pong", () => {
      session.alive = true;
    });
    socket.on("error", () => socket.terminate());
    socket.on("close", () => this.#forget(session));
  }

  #forget(session: Session): void {
    this.#sessions.delete(session);
    for (const [seq, waiting] of this.#amopWaiting) if (waiting === session) this.#amopWaiting.delete(seq);
    if (this.#sessions.size === 0) {
      clearInterval(this.#ping);
      this.#ping = undefined;
    }
  }

  #pingAll(): void {
    for (const session of this.#sessions) {
      if (!session.alive) session.socket.terminate();
      else {
        session.alive = false;
        session.socket.ping();
      }
    }
  }

  #send(session: Session, type: number, payload: string | Uint8Array, to?: Frame, status = 0): void {
    if (session.socket.readyState !== session.socket.OPEN) return;
    const bytes = typeof payload === "string" ? Buffer.from(payload) : payload;
    // A message that is too large is not sent at all: whoever asked waits in vain, as with a node.
    if (bytes.length > maxMessageBytes) return;
    session.socket.send(encodeFrame({ type, status, seq: to?.seq ?? "", ext: to?.ext ?? 0, payload: bytes }));
  }

  async #receive(session: Session, data: Buffer): Promise<void> {
    const frame = readFrame(data);
    if (frame === "short") {
      session.socket.close(1000);
      return;
    }
    if (frame === "cut") return;
    if (frame.type === packetType.rpcRequest) {
      this.#send(session, packetType.rpcAnswer, await this.#answer(text(frame)), frame);
    } else if (frame.type === packetType.handshake) this.#handshake(session, frame);
    else if (frame.type === packetType.eventSubscribe) this.#subscribe(session, frame);
    else if (frame.type === packetType.eventUnsubscribe) this.#unsubscribe(session, frame);
    else this.#amop(session, frame);
  }

  #object(frame: Frame): WireObject | undefined {
    try {
      const value = parseWire(text(frame));
      return value !== null && typeof value === "object" && !Array.isArray(value) ? value : undefined;
    } catch (error) {
      if (error instanceof SyntaxError) return undefined;
      throw error;
    }
  }

  #handshake(session: Session, frame: Frame): void {
    const request = this.#object(frame) as
      | { moduleID?: unknown; minVersion?: unknown; maxVersion?: unknown }
      | undefined;
    if (!request || Number(request.moduleID ?? 0) > 3) return;
    const newest = atLeast(this.#network.settings.nodeVersion, "3.6.0") ? 2 : 1;
    if (Number(request.minVersion ?? 0) > newest || Number(request.maxVersion ?? 0) < 0) {
      session.socket.close();
      return;
    }
    const groups = [...this.#network.groups.values()];
    const answer = {
      groupBlockNumber: groups.map((group) => ({ [group.id]: group.blocks.head })),
      groupInfoList: groups.map((group) => groupInfoJson(this.#network, group)),
      protocolVersion: Math.min(newest, Number(request.maxVersion ?? newest)),
    };
    this.#send(session, packetType.handshake, `${writeJson(answer)}\n`, frame);
  }

  #subscribe(session: Session, frame: Frame): void {
    const reply = (id: string, status: number): void =>
      this.#send(session, packetType.eventSubscribe, `${writeJson({ id, status })}\n`, frame);
    const request = this.#object(frame);
    const task = request && readEventTask(request, (group) => this.#network.groups.get(group)?.blocks.head);
    if (!task) reply("", eventStatus.invalidParams);
    else if (!this.#network.groups.has(task.group)) reply(task.id, eventStatus.groupNotExist);
    else {
      reply(task.id, eventStatus.ok);
      const taken = [...this.#sessions].some(({ tasks }) => tasks.has(task.id));
      if (taken) return;
      session.tasks.set(task.id, task);
      this.#advance(session, task);
    }
  }

  #unsubscribe(session: Session, frame: Frame): void {
    const { id } = (this.#object(frame) ?? {}) as { id?: unknown };
    const known = typeof id === "string" ? id : "";
    session.tasks.delete(known);
    const status = typeof id === "string" ? eventStatus.ok : eventStatus.invalidParams;
    this.#send(session, packetType.eventUnsubscribe, `${writeJson({ id: known, status })}\n`, frame);
  }

  /** Pushes what a task wants of the blocks it has not seen, a few blocks at a time. */
  #advance(session: Session, task: EventTask): void {
    setImmediate(() => {
      try {
        this.#pushLogs(session, task);
      } catch (error) {
        session.tasks.delete(task.id); // a block that is damaged on disk
        process.emitWarning(error instanceof Error ? error : String(error));
      }
    });
  }

  #pushLogs(session: Session, task: EventTask): void {
    const group = this.#network.groups.get(task.group);
    if (!group || session.tasks.get(task.id) !== task) return;
    const end = Math.min(group.blocks.head, task.last ?? Number.POSITIVE_INFINITY, task.next + blocksAtOnce - 1);
    for (; task.next <= end; task.next++) {
      if (group.archive.has(task.next)) continue;
      const result = wantedLogs(task, group.blocks.block(task.next));
      if (result.length === 0) continue;
      this.#send(session, packetType.eventPush, `${writeJson({ id: task.id, result, status: eventStatus.ok })}\n`);
    }
    if (task.last !== undefined && task.next === task.last + 1) {
      this.#send(session, packetType.eventPush, `${writeJson({ id: task.id, status: eventStatus.completed })}\n`);
      session.tasks.delete(task.id);
    } else if (task.next <= group.blocks.head && task.next <= (task.last ?? task.next)) this.#advance(session, task);
  }

  #onBlock(groupId: string, blockNumber: number): void {
    const nodeName = this.#network.nodes[0]?.nodeId;
    const notice = writePrettyJson({ blockNumber, group: groupId, nodeName });
    for (const session of this.#sessions) {
      this.#send(session, packetType.blockNotify, notice);
      for (const task of session.tasks.values()) if (task.group === groupId) this.#advance(session, task);
    }
    this.#tellGroup(groupId);
  }

  /** An upgrade of the data version changes what the group's information says. */
  #tellGroup(groupId: string): void {
    const group = this.#network.groups.get(groupId);
    const version = group?.config("compatibility_version");
    if (!group || version === this.#versions.get(groupId)) return;
    this.#versions.set(groupId, version);
    const notice = writePrettyJson(groupInfoJson(this.#network, group));
    for (const session of this.#sessions) this.#send(session, packetType.groupNotify, notice);
  }

  #amop(session: Session, frame: Frame): void {
    if (frame.type === packetType.amopSubscribe) {
      const { topics } = (this.#object(frame) ?? {}) as { topics?: unknown };
      if (Array.isArray(topics)) for (const topic of topics) session.topics.add(String(topic));
    } else if (frame.type === packetType.amopRequest || frame.type === packetType.amopBroadcast) {
      this.#forward(session, frame);
    } else if (frame.type === packetType.amopResponse) {
      const asker = this.#amopWaiting.get(frame.seq);
      this.#amopWaiting.delete(frame.seq);
      if (asker) this.#send(asker, packetType.amopResponse, frame.payload, frame, frame.status);
    }
  }

  #forward(session: Session, frame: Frame): void {
    const payload = Buffer.from(frame.payload.buffer, frame.payload.byteOffset, frame.payload.length);
    if (payload.length < 6) return;
    const topic = payload.toString("utf8", 6, 6 + payload.readUInt16BE(4));
    const listeners = [...this.#sessions].filter(({ topics }) => topics.has(topic));
    if (frame.type === packetType.amopBroadcast) {
      for (const listener of listeners) this.#send(listener, frame.type, frame.payload, frame);
      return;
    }
    const chosen = listeners[Math.floor(Math.random() * listeners.length)];
    if (!chosen) {
      this.#send(session, packetType.amopResponse, "NotFoundPeerByTopicSendMsg", frame, nobodyListens);
      return;
    }
    this.#amopWaiting.set(frame.seq, session);
    this.#send(chosen, frame.type, frame.payload, frame);
  }

  close(): void {
    clearInterval(this.#ping);
    for (const { socket } of this.#sessions) socket.terminate();
    this.#sessions.clear();
  }
}

function text({ payload }: Frame): string {
  return Buffer.from(payload.buffer, payload.byteOffset, payload.length).toString("utf8");
}

/** How long a refused client may take to go away. */
const refusedLimitMs = 30_000;

/** What the node's server says to an upgrade without a key: an HTTP answer, a masked closing frame, and it waits for the client to go. */
function refuseUpgrade(socket: Duplex): void {
  const words = "The WebSocket handshake Sec-WebSocket-Key field is missing";
  const mask = randomBytes(4);
  const normalClosure = [0x03 ^ (mask[0] ?? 0), 0xe8 ^ (mask[1] ?? 0)];
  socket.write(
    `HTTP/1.1 400 Bad Request\r\nContent-Length: ${words.length}\r\nServer: Boost.Beast/357\r\n\r\n${words}`,
  );
  socket.write(Buffer.from([0x88, 0x82, ...mask, ...normalClosure]));
  const limit = setTimeout(() => socket.destroy(), refusedLimitMs).unref();
  socket.on("end", () => socket.destroy());
  socket.on("close", () => clearTimeout(limit));
  socket.resume();
}
