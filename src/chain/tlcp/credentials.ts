import { bytesToHexDigits } from "../../crypto/bytes/hex";
import { readPem } from "../../crypto/keyFiles/pem";
import type { Sm2KeyPair } from "../../crypto/sm2Curve";
import { sm2PublicKey } from "../../crypto/sm2KeyPair";
import { readSmCertificates, type SmCertificate } from "./smCertificate";

/** PEM texts of one side: `sm_ca.crt`, the signing pair, the encryption pair. The keys never go into an error or a log. */
export interface TlcpMaterial {
  ca: string;
  sign: { cert: string; key: string };
  encrypt: { cert: string; key: string };
}

interface Identity {
  /** The certificate, and those behind it in its file. */
  readonly chain: readonly SmCertificate[];
  readonly keys: Sm2KeyPair;
}

/** What a side needs for TLCP, read and matched. */
export interface TlcpCredentials {
  readonly trusted: readonly SmCertificate[];
  readonly sign: Identity;
  readonly encrypt: Identity;
}

/** Private key of a PEM text and its public one. @throws KeyFileError; RangeError for another curve. */
export function readSmKey(pem: string): Sm2KeyPair {
  const { suite, privateKey } = readPem(pem);
  if (suite !== "sm") throw new RangeError("this key is none of SM2");
  return { privateKey, publicKey: sm2PublicKey(privateKey) };
}

export const belongsTo = (keys: Sm2KeyPair, certificate: SmCertificate): boolean =>
  bytesToHexDigits(keys.publicKey) === bytesToHexDigits(certificate.publicKey);

function identity({ cert, key }: { cert: string; key: string }): Identity {
  const chain = readSmCertificates(cert);
  const keys = readSmKey(key);
  if (!chain[0] || !belongsTo(keys, chain[0])) throw new RangeError("key and certificate do not belong together");
  return { chain, keys };
}

/** Reads what the files of a side hold. @throws KeyFileError or RangeError for files that cannot work. */
export function readTlcpCredentials(material: TlcpMaterial): TlcpCredentials {
  return {
    trusted: readSmCertificates(material.ca),
    sign: identity(material.sign),
    encrypt: identity(material.encrypt),
  };
}
