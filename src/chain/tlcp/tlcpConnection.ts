import { ByteQueue } from "../frame/byteQueue";
import { alerts, TlcpError } from "./alert";
import type { CipherSuiteName } from "./cipherSuites";
import { clientHandshake } from "./clientHandshake";
import type { TlcpCredentials } from "./credentials";
import { type Awaited, type Established, HandshakeContext, type HandshakeFlow, type Showing } from "./handshake";
import type { HandshakeMessage } from "./messages";
import { contentTypes, type PlainRecord, RecordLayer } from "./recordLayer";
import { serverHandshake } from "./serverHandshake";
import type { SmCertificate } from "./smCertificate";

interface TlcpEvents {
  /** Records for the other side. */
  send(records: Buffer): void;
  /** What the other side said, proven to be whole. */
  plain(bytes: Buffer): void;
  secure(established: Established): void;
  /** The other side has said everything. */
  ended(): void;
  /** Certificates of the other side, before they are proven. */
  certificates(certificates: readonly SmCertificate[]): void;
}

export interface TlcpSide {
  role: "client" | "server";
  credentials: TlcpCredentials;
  /** Suites to offer, or to take in this order; all by default. */
  suites?: readonly CipherSuiteName[] | undefined;
  /** Of a client: why it refuses a node whose certificate is proven. */
  refuse?: ((certificate: SmCertificate) => Error | undefined) | undefined;
  /** Which certificates it shows, in which order; the standard's by default. */
  showing?: Showing | undefined;
}

/** A handshake message may be so long: certificates are the longest. */
const maxMessageLength = 2 ** 16;
/** Records without content that may follow one another. */
const maxEmpty = 32;

/**
 * TLCP of one connection without the network: bytes in, bytes out. The first thing that is wrong sends its alert and ends everything:
 * `receive` throws it, and nothing is taken in any more.
 */
export class TlcpConnection {
  readonly #layer = new RecordLayer();
  readonly #flow: HandshakeFlow;
  #awaited: Awaited | undefined;
  readonly #handshake = new ByteQueue();
  #waiting: Buffer[] = [];
  #empty = 0;
  #started = false;
  #over = false;
  #closed = false;

  constructor(
    side: TlcpSide,
    readonly events: TlcpEvents,
  ) {
    const context = new HandshakeContext(
      side.credentials,
      this.#layer,
      (records) => this.#waiting.push(records),
      (certificates) => events.certificates(certificates),
      side.refuse,
      side.showing,
    );
    this.#flow = side.role === "client" ? clientHandshake(context, side.suites) : serverHandshake(context, side.suites);
  }

  get secure(): boolean {
    return this.#started && this.#awaited === undefined;
  }

  /** Begins: the client speaks first. */
  start(): void {
    this.#started = true;
    this.#guard(() => this.#advance());
  }

  #advance(message?: HandshakeMessage): void {
    const step = this.#flow.next(message);
    this.#awaited = step.done ? undefined : step.value;
    this.#flush();
    if (step.done) this.events.secure(step.value);
  }

  #flush(): void {
    const [first, ...more] = this.#waiting;
    this.#waiting = [];
    if (first) this.events.send(more.length === 0 ? first : Buffer.concat([first, ...more]));
  }

  #guard(work: () => void): void {
    if (this.#over) return;
    try {
      work();
    } catch (error) {
      const problem = error instanceof TlcpError ? error : TlcpError.found(alerts.internalError, "TLCP failed inside");
      if (!(error instanceof TlcpError)) problem.cause = error;
      this.#fail(problem);
      throw problem;
    }
  }

  #fail({ alert }: TlcpError): void {
    this.#over = true;
    this.#waiting = [];
    if (alert !== undefined && !this.#closed) this.#alert(2, alert);
    this.#closed = true;
  }

  #alert(level: 1 | 2, alert: number): void {
    this.events.send(this.#layer.encode(contentTypes.alert, Buffer.from([level, alert])));
  }

  /**
   * Takes what came from the network.
   * @throws TlcpError once; the alert has gone out by then.
   */
  receive(bytes: Buffer): void {
    this.#guard(() => {
      this.#layer.push(bytes);
      for (;;) {
        const record = this.#over ? undefined : this.#layer.next();
        if (!record) return;
        this.#take(record);
      }
    });
  }

  #take({ type, content }: PlainRecord): void {
    if (content.length > 0) this.#empty = 0;
    else if (type !== contentTypes.applicationData || ++this.#empty > maxEmpty)
      throw TlcpError.found(alerts.unexpectedMessage, "a record without content");
    if (type === contentTypes.alert) this.#takeAlert(content);
    else if (type === contentTypes.handshake) this.#takeHandshake(content);
    else if (type === contentTypes.changeCipherSpec) this.#takeChange(content);
    else if (this.secure) this.events.plain(content);
    else throw TlcpError.found(alerts.unexpectedMessage, "data before the handshake is over");
  }

  #takeChange(content: Buffer): void {
    const inTurn = this.#awaited === "changeCipherSpec" && this.#handshake.size === 0;
    if (!inTurn || content.length !== 1 || content[0] !== 1)
      throw TlcpError.found(alerts.unexpectedMessage, "a change of keys out of turn");
    this.#advance();
  }

  #takeAlert(content: Buffer): void {
    const [level, alert] = content;
    if (content.length !== 2 || level === undefined || alert === undefined || level < 1 || level > 2)
      throw TlcpError.found(alerts.decodeError, "a broken alert");
    if (alert !== alerts.closeNotify || !this.secure) throw TlcpError.report(alert);
    this.#over = true;
    this.events.ended();
  }

  #takeHandshake(content: Buffer): void {
    if (this.secure) throw TlcpError.found(alerts.noRenegotiation, "a second handshake is refused");
    this.#handshake.push(content);
    for (let head = this.#handshake.peek(4); head; head = this.#handshake.peek(4)) {
      const length = head.readUIntBE(1, 3);
      if (length > maxMessageLength) throw TlcpError.found(alerts.decodeError, "a handshake message is too long");
      if (this.#awaited !== "message")
        throw TlcpError.found(alerts.unexpectedMessage, "a handshake message out of turn");
      const bytes = this.#handshake.take(4 + length);
      if (!bytes) return;
      const raw = Buffer.from(bytes);
      this.#advance({ type: raw[0] ?? 0, body: raw.subarray(4), raw });
      if (this.secure && this.#handshake.size > 0)
        throw TlcpError.found(alerts.unexpectedMessage, "a handshake message after the last");
    }
  }

  /** The records for these bytes. */
  encode(bytes: Buffer): Buffer {
    return this.#layer.encode(contentTypes.applicationData, bytes);
  }

  /** Says that nothing more will be said. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    if (this.#started) this.#alert(1, alerts.closeNotify);
  }

  /**
   * The network ended.
   * @throws TlcpError unless the other side had said that it would.
   */
  networkEnded(): void {
    this.#guard(() => {
      throw TlcpError.cut(this.secure);
    });
  }
}
