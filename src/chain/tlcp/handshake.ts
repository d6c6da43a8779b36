import { timingSafeEqual } from "node:crypto";
import { sm3 } from "../../crypto/sm3";
import { alerts, TlcpError } from "./alert";
import type { CipherSuite } from "./cipherSuites";
import type { TlcpCredentials } from "./credentials";
import { type HandshakeMessage, handshakeMessage, messageTypes, writeCertificates } from "./messages";
import { type DirectionKeys, directionKeys, masterSecret, verifyData } from "./prf";
import { contentTypes, type RecordLayer } from "./recordLayer";
import { CbcProtection, GcmProtection, type RecordProtection } from "./recordProtection";
import type { SmCertificate } from "./smCertificate";

/** What a finished handshake has shown. */
export interface Established {
  readonly suite: CipherSuite;
  /** Certificates of the other side: for signing, for encrypting. */
  readonly peer: { readonly sign: SmCertificate; readonly encrypt: SmCertificate | undefined };
}

/** What a handshake waits for: a message (given back to it), or the change of keys. */
export type Awaited = "message" | "changeCipherSpec";

/** One side's handshake as a sequence: it sends by its context, and stops where it needs the other side. */
export type HandshakeFlow = Generator<Awaited, Established, HandshakeMessage | undefined>;

/** Which certificates a side shows, in which order. */
export type Showing = (credentials: TlcpCredentials) => readonly SmCertificate[];

const own = ({ chain: [first] }: TlcpCredentials["sign"]): SmCertificate[] => (first ? [first] : []);

/** The standard's order: signing, encryption, what stands behind them. */
const asStandard: Showing = ({ sign, encrypt }) => [...own(sign), ...own(encrypt), ...sign.chain.slice(1)];

/** A node's order: signing, its authorities up to the trusted one, encryption (docs/protocol/tls.md, "SM TLS"). */
export const asNode: Showing = ({ sign, encrypt, trusted }) => {
  const last = sign.chain.at(-1);
  const authority =
    last && trusted.find((each) => each.rawSubject.equals(last.rawIssuer) && !each.raw.equals(last.raw));
  return [...sign.chain, ...(authority ? [authority] : []), ...own(encrypt)];
};

/** What both sides' handshakes have in common: the record layer, what goes out, and the hash of everything that was said. */
export class HandshakeContext {
  readonly #reported: Buffer[] = [];

  constructor(
    readonly credentials: TlcpCredentials,
    readonly layer: RecordLayer,
    readonly output: (records: Buffer) => void,
    /** Told as soon as they are known, before anything is decided by them. */
    readonly onCertificates: (certificates: readonly SmCertificate[]) => void,
    /** Why a proven certificate for signing is refused all the same. */
    readonly refuse?: ((certificate: SmCertificate) => Error | undefined) | undefined,
    readonly showing: Showing = asStandard,
  ) {}

  send(message: HandshakeMessage): void {
    this.#reported.push(message.raw);
    this.output(this.layer.encode(contentTypes.handshake, message.raw));
  }

  /** The next message, which must be of one of these types. */
  *receive(...types: readonly number[]): Generator<Awaited, HandshakeMessage, HandshakeMessage | undefined> {
    const message = yield "message";
    if (!message || !types.includes(message.type))
      throw TlcpError.found(alerts.unexpectedMessage, `a handshake message of type ${message?.type} came out of turn`);
    this.#reported.push(message.raw);
    return message;
  }

  /** SM3 of all messages so far. */
  get hash(): Buffer {
    return Buffer.from(sm3(Buffer.concat(this.#reported)));
  }

  sendCertificates(): void {
    this.send(writeCertificates(this.showing(this.credentials).map(({ raw }) => raw)));
  }
}

/** The keys of a handshake, and the messages that prove that both sides have them. */
export class HandshakeKeys {
  readonly #master: Buffer;
  readonly #directions: { client: DirectionKeys; server: DirectionKeys };

  constructor(
    readonly context: HandshakeContext,
    readonly suite: CipherSuite,
    preMaster: Buffer,
    clientRandom: Buffer,
    serverRandom: Buffer,
  ) {
    this.#master = masterSecret(preMaster, clientRandom, serverRandom);
    preMaster.fill(0);
    this.#directions = directionKeys(this.#master, clientRandom, serverRandom, suite.mode);
  }

  #protection(side: "client" | "server"): RecordProtection {
    const keys = this.#directions[side];
    return this.suite.mode === "gcm" ? new GcmProtection(keys) : new CbcProtection(keys);
  }

  sendFinished(side: "client" | "server"): void {
    const { layer, output } = this.context;
    const proof = verifyData(this.#master, side, this.context.hash);
    output(layer.encode(contentTypes.changeCipherSpec, Buffer.from([1])));
    layer.protectWriting(this.#protection(side));
    this.context.send(handshakeMessage(messageTypes.finished, proof));
  }

  *receiveFinished(side: "client" | "server"): Generator<Awaited, void, HandshakeMessage | undefined> {
    yield "changeCipherSpec";
    this.context.layer.protectReading(this.#protection(side));
    const expected = verifyData(this.#master, side, this.context.hash);
    const { body } = yield* this.context.receive(messageTypes.finished);
    if (body.length !== expected.length || !timingSafeEqual(body, expected))
      throw TlcpError.found(alerts.decryptError, "both sides do not have the same handshake or keys");
  }

  /** Forgets the secret that the keys come from. */
  forget(): void {
    this.#master.fill(0);
  }
}
