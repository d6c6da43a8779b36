import { randomBytes } from "node:crypto";
import type { Sm2KeyPair } from "../../crypto/sm2Curve";
import { sm2KeyPair } from "../../crypto/sm2KeyPair";
import { alerts, TlcpError } from "./alert";
import { ByteReader, vector } from "./byteReader";
import { type CipherSuite, type CipherSuiteName, cipherSuites } from "./cipherSuites";
import { type HandshakeContext, type HandshakeFlow, HandshakeKeys } from "./handshake";
import {
  agreeOnPreMaster,
  eccSigned,
  exchangeParameters,
  openPreMaster,
  readExchangeParameters,
  signMessage,
  verifySignature,
} from "./keyExchange";
import {
  handshakeMessage,
  messageTypes,
  readCertificates,
  readClientHello,
  readOneVector,
  writeCertificateRequest,
  writeServerHello,
} from "./messages";
import type { SmCertificate } from "./smCertificate";
import { findPair, parseCertificates, verifyChain } from "./verifyChain";

/** The suites a node's server takes, the most wanted first. */
const ownOrder: readonly CipherSuiteName[] = [
  "ECC_SM4_CBC_SM3",
  "ECC_SM4_GCM_SM3",
  "ECDHE_SM4_CBC_SM3",
  "ECDHE_SM4_GCM_SM3",
];

function chooseSuite(offered: readonly number[], order: readonly CipherSuiteName[]): CipherSuite {
  for (const wanted of order) {
    const suite = cipherSuites.find(({ name, id }) => name === wanted && offered.includes(id));
    if (suite) return suite;
  }
  throw TlcpError.found(alerts.handshakeFailure, "there is no suite that both sides have");
}

/** The client's certificates, followed to a trusted one. A client may show its signing certificate alone where ECC is used. */
function trustedClient(
  context: HandshakeContext,
  body: Buffer,
): { sign: SmCertificate; encrypt: SmCertificate | undefined } {
  const certificates = parseCertificates(readCertificates(body));
  context.onCertificates(certificates);
  const { sign, encrypt } = findPair(certificates);
  if (!sign) throw TlcpError.found(alerts.handshakeFailure, "the client shows no certificate");
  const { trusted } = context.credentials;
  verifyChain(sign, certificates, trusted, "sign", "client");
  if (encrypt) verifyChain(encrypt, certificates, trusted, "encrypt", "client");
  return { sign, encrypt };
}

interface Exchange {
  clientRandom: Buffer;
  serverRandom: Buffer;
  /** With ECDHE. */
  ephemeral: Sm2KeyPair | undefined;
}

function sendServerKeyExchange(context: HandshakeContext, exchange: Exchange): void {
  const { clientRandom, serverRandom, ephemeral } = exchange;
  const { sign, encrypt } = context.credentials;
  const parameters = ephemeral ? exchangeParameters(ephemeral.publicKey) : Buffer.alloc(0);
  const [own] = encrypt.chain;
  if (!own) throw TlcpError.found(alerts.internalError, "there is no encryption certificate");
  const signed = ephemeral
    ? Buffer.concat([clientRandom, serverRandom, parameters])
    : eccSigned(clientRandom, serverRandom, own.raw);
  context.send(handshakeMessage(messageTypes.serverKeyExchange, parameters, vector(2, signMessage(signed, sign.keys))));
}

function readClientKeyExchange(
  context: HandshakeContext,
  body: Buffer,
  { ephemeral }: Exchange,
  peer: SmCertificate | undefined,
): Buffer {
  const own = context.credentials.encrypt.keys;
  if (!ephemeral) return openPreMaster(readOneVector(body), own.privateKey);
  // Some clients put the length of the parameters in front of them, which the standard's text allows, too.
  const reader = new ByteReader(body[0] === 0 ? readOneVector(body) : body);
  const { publicKey } = readExchangeParameters(reader);
  reader.end();
  if (!peer) throw TlcpError.found(alerts.handshakeFailure, "ECDHE needs the client's encryption certificate");
  return agreeOnPreMaster({
    initiator: true,
    own,
    ownEphemeral: ephemeral,
    peer: peer.publicKey,
    peerEphemeral: publicKey,
  });
}

/**
 * The server's side of a handshake: a client certificate is asked for and must be of the same authority, no session is resumed, as
 * with a node.
 * @throws TlcpError
 */
export function* serverHandshake(context: HandshakeContext, order = ownOrder): HandshakeFlow {
  const hello = readClientHello((yield* context.receive(messageTypes.clientHello)).body);
  const suite = chooseSuite(hello.suites, order);
  const serverRandom = randomBytes(32);
  const ephemeral = suite.exchange === "ecdhe" ? sm2KeyPair() : undefined;
  const exchange: Exchange = { clientRandom: hello.random, serverRandom, ephemeral };
  context.send(writeServerHello({ random: serverRandom, suite: suite.id }));
  context.sendCertificates();
  sendServerKeyExchange(context, exchange);
  context.send(writeCertificateRequest(context.credentials.trusted.map(({ rawSubject }) => rawSubject)));
  context.send(handshakeMessage(messageTypes.serverHelloDone));

  const client = trustedClient(context, (yield* context.receive(messageTypes.certificate)).body);
  const { body } = yield* context.receive(messageTypes.clientKeyExchange);
  const preMaster = readClientKeyExchange(context, body, exchange, client.encrypt);
  const keys = new HandshakeKeys(context, suite, preMaster, hello.random, serverRandom);
  const hash = context.hash;
  const verify = yield* context.receive(messageTypes.certificateVerify);
  verifySignature(hash, readOneVector(verify.body), client.sign.publicKey, "the client");
  yield* keys.receiveFinished("client");
  keys.sendFinished("server");
  keys.forget();
  return { suite, peer: client };
}
