import { randomBytes } from "node:crypto";
import {
  childrenOf,
  contentOf,
  decodeDer,
  encodeDer,
  numberBytesOf,
  numberPair,
  octets,
  sequence,
  signatureDer,
  Type,
} from "../../crypto/asn1";
import type { Sm2KeyPair } from "../../crypto/sm2Curve";
import { type Sm2Agreement, type Sm2Ciphertext, sm2Decrypt, sm2Encrypt, sm2SharedKey } from "../../crypto/sm2Exchange";
import { sm2Sign } from "../../crypto/sm2Signing";
import { sm2Verify } from "../../crypto/sm2Verifying";
import { alerts, TlcpError } from "./alert";
import { type ByteReader, numberBytes, vector } from "./byteReader";
import { tlcpVersion } from "./cipherSuites";
import { readSignature } from "./smCertificate";

const preMasterSize = 48;
/** `named_curve` and a number for SM2's: the standard leaves both unread. */
const curveParameters = Buffer.from([3, 0, 41]);

/** @throws TlcpError `decrypt_error` */
export function verifySignature(message: Buffer, signature: Buffer, publicKey: Buffer, what: string): void {
  let right = false;
  try {
    right = sm2Verify(message, readSignature(signature), publicKey);
  } catch {
    right = false;
  }
  if (!right) throw TlcpError.found(alerts.decryptError, `the signature of ${what} is wrong`);
}

export function signMessage(message: Buffer, keys: Sm2KeyPair): Buffer {
  return signatureDer(sm2Sign(message, keys.privateKey, keys.publicKey));
}

/** What the signature of a ServerKeyExchange covers with ECC: both randoms and the encryption certificate. */
export const eccSigned = (clientRandom: Buffer, serverRandom: Buffer, encryptCertificate: Buffer): Buffer =>
  Buffer.concat([clientRandom, serverRandom, vector(3, encryptCertificate)]);

function writeCiphertext({ point, hash, data }: Sm2Ciphertext): Buffer {
  return encodeDer(sequence(...numberPair(point), octets(hash), octets(data)));
}

function readCiphertext(bytes: Buffer): Sm2Ciphertext {
  const [x, y, hash, data] = childrenOf(decodeDer(bytes), Type.SEQUENCE);
  return {
    point: Buffer.concat([numberBytesOf(x, 32), numberBytesOf(y, 32)]),
    hash: contentOf(hash, Type.OCTETSTRING),
    data: contentOf(data, Type.OCTETSTRING),
  };
}

/** A fresh secret, and how it goes to the owner of the encryption certificate. */
export function sealPreMaster(publicKey: Buffer): { preMaster: Buffer; sealed: Buffer } {
  const preMaster = Buffer.concat([numberBytes(tlcpVersion, 2), randomBytes(preMasterSize - 2)]);
  try {
    return { preMaster, sealed: writeCiphertext(sm2Encrypt(preMaster, publicKey)) };
  } catch {
    throw TlcpError.found(alerts.badCertificate, "the key of the encryption certificate is no point of the curve");
  }
}

/** The secret, or a random one: that a ciphertext is wrong shows only in the Finished message. */
export function openPreMaster(sealed: Buffer, privateKey: Uint8Array): Buffer {
  const otherwise = randomBytes(preMasterSize);
  try {
    const plain = sm2Decrypt(readCiphertext(sealed), privateKey);
    return plain?.length === preMasterSize && Buffer.from(plain).readUInt16BE() === tlcpVersion
      ? Buffer.from(plain)
      : otherwise;
  } catch {
    return otherwise;
  }
}

/** An ephemeral key of the SM2 key exchange, as both sides send it. */
export const exchangeParameters = (publicKey: Uint8Array): Buffer =>
  Buffer.concat([curveParameters, vector(1, Buffer.from([4]), publicKey)]);

/** The parameters as they stand, for the signature, and the point in them. @throws TlcpError */
export function readExchangeParameters(reader: ByteReader): { raw: Buffer; publicKey: Buffer } {
  const curve = reader.take(3);
  const point = reader.vector(1);
  if (point.length !== 65 || point[0] !== 4)
    throw TlcpError.found(alerts.illegalParameter, "the key of the exchange is not written in full");
  return { raw: Buffer.concat([curve, vector(1, point)]), publicKey: point.subarray(1) };
}

/** @throws TlcpError `illegal_parameter` */
export function agreeOnPreMaster(agreement: Sm2Agreement): Buffer {
  try {
    return Buffer.from(sm2SharedKey(agreement, preMasterSize));
  } catch {
    throw TlcpError.found(alerts.illegalParameter, "the key of the exchange is no point of the curve");
  }
}
