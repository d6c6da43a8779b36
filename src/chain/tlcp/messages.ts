import { alerts, TlcpError } from "./alert";
import { ByteReader, numberBytes, vector } from "./byteReader";
import { tlcpVersion } from "./cipherSuites";

/** Types of handshake messages (GB/T 38636-2020, 6.4.5). */
export const messageTypes = {
  helloRequest: 0,
  clientHello: 1,
  serverHello: 2,
  certificate: 11,
  serverKeyExchange: 12,
  certificateRequest: 13,
  serverHelloDone: 14,
  certificateVerify: 15,
  clientKeyExchange: 16,
  finished: 20,
} as const;

export interface HandshakeMessage {
  readonly type: number;
  readonly body: Buffer;
  /** With type and length: what the hash of the handshake covers. */
  readonly raw: Buffer;
}

export function handshakeMessage(type: number, ...parts: readonly Uint8Array[]): HandshakeMessage {
  const body = Buffer.concat(parts);
  return { type, body, raw: Buffer.concat([Buffer.from([type]), numberBytes(body.length, 3), body]) };
}

export interface ClientHello {
  random: Buffer;
  suites: readonly number[];
}

export function writeClientHello({ random, suites }: ClientHello): HandshakeMessage {
  const ids = suites.map((id) => numberBytes(id, 2));
  return handshakeMessage(
    messageTypes.clientHello,
    numberBytes(tlcpVersion, 2),
    random,
    vector(1), // no session is ever resumed
    vector(2, ...ids),
    vector(1, Buffer.from([0])), // no compression
  );
}

/** Extensions are let pass unread: the standard has none for TLCP with certificates. */
export function readClientHello(body: Buffer): ClientHello {
  const reader = new ByteReader(body);
  const version = reader.number(2);
  if (version !== tlcpVersion) throw TlcpError.found(alerts.protocolVersion, "the other side asks for another version");
  const random = reader.take(32);
  if (reader.vector(1).length > 32) throw TlcpError.found(alerts.decodeError, "a session id is too long");
  const list = new ByteReader(reader.vector(2));
  const suites: number[] = [];
  while (!list.done) suites.push(list.number(2));
  if (!reader.vector(1).includes(0)) throw TlcpError.found(alerts.illegalParameter, "compression is asked for");
  if (!reader.done) reader.vector(2);
  reader.end();
  return { random, suites };
}

export interface ServerHello {
  random: Buffer;
  suite: number;
}

export const writeServerHello = ({ random, suite }: ServerHello): HandshakeMessage =>
  handshakeMessage(
    messageTypes.serverHello,
    numberBytes(tlcpVersion, 2),
    random,
    vector(1),
    numberBytes(suite, 2),
    Buffer.from([0]),
  );

export function readServerHello(body: Buffer): ServerHello {
  const reader = new ByteReader(body);
  const version = reader.number(2);
  if (version !== tlcpVersion) throw TlcpError.found(alerts.protocolVersion, "the other side chose another version");
  const random = reader.take(32);
  if (reader.vector(1).length > 32) throw TlcpError.found(alerts.decodeError, "a session id is too long");
  const suite = reader.number(2);
  if (reader.number(1) !== 0) throw TlcpError.found(alerts.illegalParameter, "the other side chose compression");
  reader.end();
  return { random, suite };
}

/** The signing certificate, the encryption certificate, then those behind them. */
export const writeCertificates = (list: readonly Buffer[]): HandshakeMessage =>
  handshakeMessage(messageTypes.certificate, vector(3, ...list.map((each) => vector(3, each))));

export function readCertificates(body: Buffer): Buffer[] {
  const reader = new ByteReader(body);
  const list = new ByteReader(reader.vector(3));
  reader.end();
  const certificates: Buffer[] = [];
  while (!list.done) certificates.push(list.vector(3));
  if (certificates.length > 10) throw TlcpError.found(alerts.badCertificate, "too many certificates");
  return certificates;
}

/** Kinds of client certificates: ECDSA's number stands for SM2's. */
export const writeCertificateRequest = (authorities: readonly Buffer[]): HandshakeMessage =>
  handshakeMessage(
    messageTypes.certificateRequest,
    vector(1, Buffer.from([64])),
    vector(2, ...authorities.map((name) => vector(2, name))),
  );

export function checkCertificateRequest(body: Buffer): void {
  const reader = new ByteReader(body);
  reader.vector(1);
  reader.vector(2);
  reader.end();
}

/** A message that is one vector of two length bytes, as a signature or an encrypted secret. */
export function readOneVector(body: Buffer): Buffer {
  const reader = new ByteReader(body);
  const content = reader.vector(2);
  reader.end();
  return content;
}
