import { randomBytes } from "node:crypto";
import { sm2KeyPair } from "../../crypto/sm2KeyPair";
import { alerts, TlcpError } from "./alert";
import { ByteReader, vector } from "./byteReader";
import { type CipherSuite, type CipherSuiteName, cipherSuites } from "./cipherSuites";
import { type HandshakeContext, type HandshakeFlow, HandshakeKeys } from "./handshake";
import {
  agreeOnPreMaster,
  eccSigned,
  exchangeParameters,
  readExchangeParameters,
  sealPreMaster,
  signMessage,
  verifySignature,
} from "./keyExchange";
import {
  checkCertificateRequest,
  handshakeMessage,
  messageTypes,
  readCertificates,
  readOneVector,
  readServerHello,
  writeClientHello,
} from "./messages";
import type { SmCertificate } from "./smCertificate";
import { findPair, parseCertificates, verifyChain } from "./verifyChain";

/** Everything of the ServerHello flight that the answer needs. */
interface ServerFlight {
  suite: CipherSuite;
  clientRandom: Buffer;
  serverRandom: Buffer;
  sign: SmCertificate;
  encrypt: SmCertificate;
}

/** Both certificates of the other side, each followed to a trusted one. */
function trustedPair(context: HandshakeContext, body: Buffer): [SmCertificate, SmCertificate] {
  const certificates = parseCertificates(readCertificates(body));
  context.onCertificates(certificates);
  const { sign, encrypt } = findPair(certificates);
  if (!sign || !encrypt)
    throw TlcpError.found(alerts.badCertificate, "the other side shows one certificate where TLCP has two");
  const { trusted } = context.credentials;
  verifyChain(sign, certificates, trusted, "sign", "server");
  verifyChain(encrypt, certificates, trusted, "encrypt", "server");
  const refusal = context.refuse?.(sign);
  if (refusal) throw TlcpError.found(alerts.badCertificate, refusal.message, refusal);
  return [sign, encrypt];
}

/** Checks the signature of a ServerKeyExchange; with ECDHE gives the other side's ephemeral key. */
function readServerKeyExchange(body: Buffer, flight: ServerFlight): Buffer | undefined {
  const { suite, clientRandom, serverRandom, sign, encrypt } = flight;
  const of = "the node's key exchange";
  if (suite.exchange === "ecc") {
    verifySignature(eccSigned(clientRandom, serverRandom, encrypt.raw), readOneVector(body), sign.publicKey, of);
    return undefined;
  }
  const reader = new ByteReader(body);
  const { raw, publicKey } = readExchangeParameters(reader);
  const signature = reader.vector(2);
  reader.end();
  verifySignature(Buffer.concat([clientRandom, serverRandom, raw]), signature, sign.publicKey, of);
  return publicKey;
}

/** The secret that both sides will have, and the ClientKeyExchange that gets the other side there. */
function agree(context: HandshakeContext, flight: ServerFlight, peerEphemeral: Buffer | undefined): Buffer {
  if (!peerEphemeral) {
    const { preMaster, sealed } = sealPreMaster(flight.encrypt.publicKey);
    context.send(handshakeMessage(messageTypes.clientKeyExchange, vector(2, sealed)));
    return preMaster;
  }
  const ownEphemeral = sm2KeyPair();
  const preMaster = agreeOnPreMaster({
    initiator: false,
    own: context.credentials.encrypt.keys,
    ownEphemeral,
    peer: flight.encrypt.publicKey,
    peerEphemeral,
  });
  context.send(handshakeMessage(messageTypes.clientKeyExchange, exchangeParameters(ownEphemeral.publicKey)));
  return preMaster;
}

/**
 * The client's side of a handshake (GB/T 38636-2020, 6.4.5), with both certificates shown and both of the node checked.
 * @throws TlcpError
 */
export function* clientHandshake(
  context: HandshakeContext,
  offered: readonly CipherSuiteName[] = cipherSuites.map(({ name }) => name),
): HandshakeFlow {
  const suites = cipherSuites.filter(({ name }) => offered.includes(name));
  const clientRandom = randomBytes(32);
  context.send(writeClientHello({ random: clientRandom, suites: suites.map(({ id }) => id) }));

  const hello = readServerHello((yield* context.receive(messageTypes.serverHello)).body);
  const suite = suites.find(({ id }) => id === hello.suite);
  if (!suite) throw TlcpError.found(alerts.illegalParameter, "the node chose a suite that was not offered");
  const [sign, encrypt] = trustedPair(context, (yield* context.receive(messageTypes.certificate)).body);
  const flight: ServerFlight = { suite, clientRandom, serverRandom: hello.random, sign, encrypt };
  const peerEphemeral = readServerKeyExchange((yield* context.receive(messageTypes.serverKeyExchange)).body, flight);
  let last = yield* context.receive(messageTypes.certificateRequest, messageTypes.serverHelloDone);
  const asked = last.type === messageTypes.certificateRequest;
  if (asked) {
    checkCertificateRequest(last.body);
    last = yield* context.receive(messageTypes.serverHelloDone);
  } else if (suite.exchange === "ecdhe")
    throw TlcpError.found(alerts.handshakeFailure, "ECDHE asks for certificates on both sides");
  if (last.body.length > 0) throw TlcpError.found(alerts.decodeError, "ServerHelloDone has content");

  if (asked) context.sendCertificates();
  const keys = new HandshakeKeys(context, suite, agree(context, flight, peerEphemeral), clientRandom, hello.random);
  if (asked) {
    const signature = signMessage(context.hash, context.credentials.sign.keys);
    context.send(handshakeMessage(messageTypes.certificateVerify, vector(2, signature)));
  }
  keys.sendFinished("client");
  yield* keys.receiveFinished("server");
  keys.forget();
  return { suite, peer: { sign, encrypt } };
}
