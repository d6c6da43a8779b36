import { randomUUID } from "node:crypto";
import { type Frame, packetType } from "../../chain/frame/frame";
import { parseWire, readOrNothing } from "./jsonReader";
import { asItems, asMembers, asText } from "./wireConversions";

/** Status of an answer that never came (docs/protocol/websocket.md, "AMOP"). */
const failure = { nobodyListens: 3001, timeout: 1000 } as const;
/** How long a listener may take. */
const answerLimitMs = 30_000;
/** A request carries its version, the length of its topic, the topic, and the data. */
const headLength = 6;

/** A client's share in AMOP. */
export interface AmopSession {
  readonly topics: Set<string>;
  /** What this session has been asked, by the seq it was asked with. */
  readonly waiting: Map<string, { readonly answer: (frame: Frame) => void }>;
}

/** Messages between the clients of a node: by topic, to one who listens or to all (docs/protocol/websocket.md, "AMOP"). */
export class AmopRelay<S extends AmopSession> {
  readonly #send: (session: S, frame: Frame) => void;
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(send: (session: S, frame: Frame) => void) {
    this.#send = send;
  }

  /** Relays a frame that answers what the session was asked. Its seq decides, whatever its type. */
  takeAnswer(session: S, frame: Frame): boolean {
    const asked = session.waiting.get(frame.seq);
    session.waiting.delete(frame.seq);
    asked?.answer(frame);
    return asked !== undefined;
  }

  /** Takes a frame of AMOP; any other is nothing to it. */
  take(session: S, frame: Frame, sessions: Iterable<S>): void {
    if (frame.type === packetType.amopSubscribe) for (const topic of readTopics(frame)) session.topics.add(topic);
    if (frame.type !== packetType.amopRequest && frame.type !== packetType.amopBroadcast) return;
    const topic = readTopic(frame);
    if (topic === undefined) return;
    const listeners = [...sessions].filter(({ topics }) => topics.has(topic));
    if (frame.type === packetType.amopBroadcast) for (const listener of listeners) this.#send(listener, frame);
    else this.#ask(session, frame, topic, listeners[Math.floor(Math.random() * listeners.length)]);
  }

  /** A listener is asked under another seq than the one who asks has chosen. */
  #ask(session: S, { seq, payload }: Frame, topic: string, listener: S | undefined): void {
    const fail = (status: number, words: string): void =>
      this.#send(session, { type: packetType.rpcAnswer, status, seq, payload: Buffer.from(words) });
    if (!listener) {
      fail(failure.nobodyListens, `there has no node subscribe this topic, topic: ${topic}`);
      return;
    }
    const own = randomUUID().replaceAll("-", "");
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      if (listener.waiting.delete(own)) fail(failure.timeout, "TIMEOUT");
    }, answerLimitMs).unref();
    this.#timers.add(timer);
    listener.waiting.set(own, {
      answer: (frame) => {
        clearTimeout(timer);
        this.#timers.delete(timer);
        this.#send(session, { ...frame, seq });
      },
    });
    this.#send(listener, { type: packetType.amopRequest, status: 0, seq: own, payload });
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }
}

const bytesOf = ({ payload }: Frame): Buffer => Buffer.from(payload.buffer, payload.byteOffset, payload.length);

/** What a frame carries, as text. */
export const text = (frame: Frame): string => bytesOf(frame).toString("utf8");

/** All topics, or none when one of them is no text. */
const readTopics = (frame: Frame): readonly string[] =>
  readOrNothing(() => asItems(asMembers(parseWire(text(frame)))["topics"]).map(asText)) ?? [];

/** Undefined when the payload ends within its head or its topic. */
function readTopic(frame: Frame): string | undefined {
  const bytes = bytesOf(frame);
  const end = bytes.length < headLength ? Number.NaN : headLength + bytes.readUInt16BE(headLength - 2);
  return end <= bytes.length ? bytes.toString("utf8", headLength, end) : undefined;
}
