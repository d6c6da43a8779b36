import type { IncomingHttpHeaders, IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import { ByteQueue } from "../../chain/frame/byteQueue";
import { encodeFrame, type Frame, maxMessageBytes, packetType, takeFrame } from "../../chain/frame/frame";
import type { Verdict } from "../../http/reach";
import type { Client } from "../execution/timeSlice";
import { groupInfoJson, type Network, newestProtocol } from "../nodes/network";
import type { BlockRecord } from "../records/blockRecord";
import { AmopRelay, type AmopSession, text } from "./amopRelay";
import { type EventTask, eventStatus, readEventTarget, readEventTask, wantedLogs } from "./eventSubscription";
import { nextAfterRewind } from "./filters";
import { parseWire, readOrNothing } from "./jsonReader";
import { writeJson, writePrettyJson } from "./jsonText";
import { asksForWebSocket, forbidUpgrade, readWithoutUpgrade, refusalOf, refuseUpgrade } from "./upgrade";
import { asMembers, asUint32 } from "./wireConversions";

/** A silent session is asked after this long, and dropped when it is silent once more as long. */
const pingEveryMs = 5000;
/** Blocks that an event task looks at in one go. */
const blocksAtOnce = 10;
/**
 * A subscription's past is looked at this long after its answer: the official SDKs hand each message to a thread of their own, and
 * drop what comes for a subscription before the thread with the answer has noted it.
 */
const firstLookMs = 100;
/** The modules that may shake hands are 0 to 3. */
const newestModule = 3;

/** Who may open a session, and what it may. */
interface Gate {
  judge(request: IncomingMessage): Verdict;
  mayUseDev(headers: IncomingHttpHeaders): boolean;
}

interface Session extends AmopSession {
  readonly socket: WebSocket;
  readonly mayUseDev: boolean;
  readonly client: Client;
  readonly tasks: Map<string, EventTask>;
  alive: boolean;
  /** A beginning of a frame that has not come whole. */
  readonly held: ByteQueue;
}

/** The SDK's frame protocol on the port of JSON-RPC: requests, block and group notices, events, AMOP (websocket.md). */
export class FrameServer {
  readonly #network: Network;
  readonly #answer: (body: string, mayUseDev: boolean, client: Client) => Promise<string>;
  readonly #sessions = new Set<Session>();
  readonly #amop = new AmopRelay<Session>((session, frame) => this.#send(session, frame));
  #ping: NodeJS.Timeout | undefined;
  #versions = new Map<string, string | undefined>();
  /** Ends what it hears of its groups. */
  readonly #stops: (() => void)[] = [];

  /** @param answer is told whether the session may use the `dev_` methods */
  constructor(network: Network, answer: (body: string, mayUseDev: boolean, client: Client) => Promise<string>) {
    this.#network = network;
    this.#answer = answer;
    for (const group of network.groups.values()) {
      this.#versions.set(group.id, group.config("compatibility_version"));
      const onBlock = (block: BlockRecord): void => this.#onBlock(group.id, block.header.number);
      const onRewound = (head: number, before: number): void => this.#onRewound(group.id, head, before);
      group.on("block", onBlock).on("rewound", onRewound);
      this.#stops.push(() => group.off("block", onBlock).off("rewound", onRewound));
    }
  }

  /** Takes upgrade requests of the server, on any path, from whom the gate lets through. */
  attach(server: Server, gate: Gate): void {
    server.on("upgrade", (request, socket, head) => {
      const verdict = gate.judge(request);
      if (verdict.kind === "refused") {
        forbidUpgrade(socket, verdict.words);
        return;
      }
      if (!asksForWebSocket(request)) {
        readWithoutUpgrade(server, request, socket, head);
        return;
      }
      socket.on("error", () => socket.destroy());
      const refusal = refusalOf(request.headers);
      if (refusal) refuseUpgrade(socket, refusal);
      else void this.#upgrade(request, socket, head, gate.mayUseDev(request.headers));
    });
  }

  async #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, mayUseDev: boolean): Promise<void> {
    const { WebSocketServer } = await import("ws");
    const server = new WebSocketServer({
      noServer: true,
      perMessageDeflate: false,
      maxPayload: maxMessageBytes,
      clientTracking: false,
    });
    server.handleUpgrade(request, socket, head, (webSocket) => this.#open(webSocket, mayUseDev));
  }

  #open(socket: WebSocket, mayUseDev: boolean): void {
    const session: Session = {
      socket,
      mayUseDev,
      client: {
        get gone(): boolean {
          return socket.readyState !== socket.OPEN;
        },
      },
      tasks: new Map(),
      topics: new Set(),
      waiting: new Map(),
      alive: true,
      held: new ByteQueue(),
    };
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

  #send(session: Session, frame: Frame): void {
    if (session.socket.readyState !== session.socket.OPEN) return;
    // A message that is too large is not sent at all: the caller waits in vain, as with a node.
    if (frame.payload.length > maxMessageBytes) return;
    session.socket.send(encodeFrame(frame));
  }

  /** A notice that answers nothing. */
  #push(session: Session, type: number, payload: string): void {
    this.#send(session, { type, status: 0, seq: "", payload: Buffer.from(payload) });
  }

  /** A handshake or subscription is answered with its own frame, other contents in it. */
  #answerWith(session: Session, frame: Frame, payload: string): void {
    this.#send(session, { ...frame, payload: Buffer.from(payload) });
  }

  /** What ends before its `seq` does stays, and the next message is read behind it (docs/protocol/websocket.md, "Frames"). */
  #whole(session: Session, data: Buffer): Required<Frame> | undefined {
    const { held, socket } = session;
    held.push(data);
    const frame = held.size > 2 * maxMessageBytes ? "short" : takeFrame(held);
    if (frame === "short") socket.close(1000);
    return typeof frame === "string" ? undefined : frame;
  }

  async #receive(session: Session, data: Buffer): Promise<void> {
    const frame = this.#whole(session, data);
    if (!frame || this.#amop.takeAnswer(session, frame)) return;
    if (frame.type === packetType.rpcRequest) {
      const payload = Buffer.from(await this.#answer(text(frame), session.mayUseDev, session.client));
      this.#send(session, { type: packetType.rpcAnswer, status: 0, seq: frame.seq, ext: frame.ext, payload });
    } else if (frame.type === packetType.handshake) this.#handshake(session, frame);
    else if (frame.type === packetType.eventSubscribe) this.#subscribe(session, frame);
    else if (frame.type === packetType.eventUnsubscribe) this.#unsubscribe(session, frame);
    else this.#amop.take(session, frame, this.#sessions);
  }

  #handshake(session: Session, frame: Frame): void {
    const offer = readOrNothing(() => readHandshake(text(frame)));
    if (!offer) return;
    const newest = newestProtocol(this.#network.settings.nodeVersion);
    if (offer.minVersion > newest) {
      session.socket.close(1000);
      return;
    }
    const groups = [...this.#network.groups.values()];
    const answer = {
      groupBlockNumber: groups.map((group) => ({ [group.id]: group.blocks.head })),
      groupInfoList: groups.map((group) => groupInfoJson(this.#network, group)),
      protocolVersion: Math.min(newest, offer.maxVersion),
    };
    this.#answerWith(session, frame, `${writeJson(answer)}\n`);
  }

  #subscribe(session: Session, frame: Frame): void {
    const reply = (id: string, status: number): void =>
      this.#answerWith(session, frame, `${writeJson({ id, status })}\n`);
    const heads = (group: string): number | undefined => this.#network.groups.get(group)?.blocks.head;
    const task = readOrNothing(() => readEventTask(parseWire(text(frame)), heads));
    if (!task) reply("", eventStatus.invalidParams);
    else if (task.group !== "" && !this.#network.groups.has(task.group)) reply(task.id, eventStatus.groupNotExist);
    else {
      reply(task.id, eventStatus.ok);
      const taken = [...this.#sessions].some(({ tasks }) => tasks.has(task.id));
      // without a group's name a subscription is taken, and nothing ever comes of it
      if (taken || task.group === "") return;
      session.tasks.set(task.id, task);
      setTimeout(() => this.#advance(session, task), firstLookMs).unref();
    }
  }

  /** Ends the task of this id, no matter who made it. */
  #unsubscribe(session: Session, frame: Frame): void {
    const target = readOrNothing(() => readEventTarget(parseWire(text(frame))));
    if (target) for (const { tasks } of this.#sessions) tasks.delete(target.id);
    const status = target ? eventStatus.ok : eventStatus.invalidParams;
    this.#answerWith(session, frame, `${writeJson({ id: target?.id ?? "", status })}\n`);
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
    const last = task.last || Number.POSITIVE_INFINITY; // an end at 0 lets one go through, and ends the task then
    const end = Math.min(group.blocks.head, last, task.next + blocksAtOnce - 1);
    for (; task.next <= end; task.next++) {
      if (group.archive.has(task.next)) return; // no way past a block that is not there
      task.moved = true;
      const result = wantedLogs(task, group.blocks.block(task.next));
      if (result.length === 0) continue;
      this.#push(session, packetType.eventPush, `${writeJson({ id: task.id, result, status: eventStatus.ok })}\n`);
    }
    if (task.moved && task.last !== undefined && task.next > task.last) {
      this.#push(session, packetType.eventPush, `${writeJson({ id: task.id, status: eventStatus.completed })}\n`);
      session.tasks.delete(task.id);
    } else if (task.next <= Math.min(group.blocks.head, last)) this.#advance(session, task);
  }

  #onBlock(groupId: string, blockNumber: number): void {
    const nodeName = this.#network.nodes[0]?.nodeId;
    const notice = writePrettyJson({ blockNumber, group: groupId, nodeName });
    for (const session of this.#sessions) {
      this.#push(session, packetType.blockNotify, notice);
      for (const task of session.tasks.values()) if (task.group === groupId) this.#advance(session, task);
    }
    this.#tellGroup(groupId);
  }

  #onRewound(groupId: string, head: number, before: number): void {
    for (const { tasks } of this.#sessions)
      for (const task of tasks.values())
        if (task.group === groupId) task.next = nextAfterRewind(task.next, task.from, head, before);
    this.#tellGroup(groupId);
  }

  /** An upgrade of the data version, or going back behind it, changes what the group's information says. */
  #tellGroup(groupId: string): void {
    const group = this.#network.groups.get(groupId);
    const version = group?.config("compatibility_version");
    if (!group || version === this.#versions.get(groupId)) return;
    this.#versions.set(groupId, version);
    const notice = writePrettyJson(groupInfoJson(this.#network, group));
    for (const session of this.#sessions) this.#push(session, packetType.groupNotify, notice);
  }

  close(): void {
    clearInterval(this.#ping);
    for (const stop of this.#stops) stop();
    this.#amop.close();
    for (const { socket } of this.#sessions) socket.terminate();
    this.#sessions.clear();
  }
}

/** The versions a client offers; what is missing counts as 0. Undefined for a module that a node does not know. */
function readHandshake(payload: string): { readonly minVersion: number; readonly maxVersion: number } | undefined {
  const members = asMembers(parseWire(payload));
  const moduleId = asUint32(members["moduleID"]);
  const [minVersion, maxVersion] = [asUint32(members["minVersion"]), asUint32(members["maxVersion"])];
  return moduleId > newestModule ? undefined : { minVersion, maxVersion };
}
