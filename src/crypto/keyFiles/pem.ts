import { childrenOf, decodeBer, encodeDer, type Node, numberOf } from "../asn1";
import type { CryptoSuiteName } from "../cryptoSuite";
import { damaged, KeyFileError, readingAsn1 } from "./keyFileError";
import { decryptWithPassword, encryptedParts } from "./passwordCipher";
import { isEncryptedOldForm } from "./pemText";
import {
  type CurveKey,
  privateKeyInfo,
  publicKeyInfo,
  readEcPrivateKey,
  readPrivateKeyInfo,
  readPublicKeyInfo,
} from "./privateKeyInfo";

interface PemBlock {
  label: string;
  /** `Proc-Type` and the like, of the form before PKCS#8. */
  encryptedOldForm: boolean;
  bytes: Uint8Array;
}

const marker = /-----(BEGIN|END) ([A-Z0-9 ]+)-----/g;

/** What stands between a BEGIN line and the next line of that kind, when that is its END. */
function enclosed(text: string): { label: string; body: string }[] {
  const found: { label: string; body: string }[] = [];
  let begin: { label: string; at: number } | undefined;
  for (const { index, 0: whole, 1: side, 2: label = "" } of text.matchAll(marker)) {
    if (side === "END" && begin?.label === label) found.push({ label, body: text.slice(begin.at, index) });
    begin = side === "BEGIN" ? { label, at: index + whole.length } : undefined;
  }
  return found;
}

function blocksOf(text: string): PemBlock[] {
  const blocks = enclosed(text).map(({ label, body }): PemBlock => {
    const encryptedOldForm = isEncryptedOldForm(body);
    const base64 = body.replace(/^[ \t]*[\w-]+:.*$/gm, "").replace(/\s+/g, "");
    if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) throw damaged("it holds characters that are no base64");
    return { label, encryptedOldForm, bytes: Uint8Array.from(Buffer.from(base64, "base64")) };
  });
  if (blocks.length === 0) throw damaged("its BEGIN and END lines do not belong together");
  return blocks;
}

/** A value in PEM. */
export function encodeBlock(label: string, content: Node): string {
  const base64 = encodeDer(content).toString("base64");
  const lines = base64.match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join("\n")}\n-----END ${label}-----\n`;
}

function decryptPrivateKeyInfo(bytes: Uint8Array, password: string | undefined): CurveKey {
  const { algorithm, content } = encryptedParts(decodeBer(bytes));
  if (password === undefined) throw new KeyFileError("passwordNeeded");
  for (const plain of decryptWithPassword(algorithm, content, password)) {
    try {
      return readPrivateKeyInfo(decodeBer(plain));
    } catch (error) {
      if (error instanceof KeyFileError && error.code !== "damaged") throw error;
    }
  }
  throw new KeyFileError("wrongPassword");
}

/**
 * The private key of a PEM text: PKCS#8, plain or under a password, or SEC 1 (`EC PRIVATE KEY`, in OpenSSL also `SM2 PRIVATE KEY`); the
 * curve decides the suite (docs/protocol/key-files.md, "PEM").
 * @throws KeyFileError of any code but `unknownFormat`.
 */
export const readPem = (text: string, password?: string): CurveKey => readingAsn1(() => keyOfPem(text, password));

function keyOfPem(text: string, password: string | undefined): CurveKey {
  for (const { label, encryptedOldForm, bytes } of blocksOf(text)) {
    if (encryptedOldForm) {
      throw new KeyFileError("unsupportedCipher", "the form that came before PKCS#8");
    }
    if (label === "PRIVATE KEY") return readPrivateKeyInfo(decodeBer(bytes));
    if (label === "EC PRIVATE KEY" || label === "SM2 PRIVATE KEY") return readEcPrivateKey(decodeBer(bytes));
    if (label === "ENCRYPTED PRIVATE KEY") return decryptPrivateKeyInfo(bytes, password);
  }
  throw new KeyFileError("noPrivateKey");
}

/**
 * The private key of what a PEM holds, as bare bytes: PKCS#8, plain or under a password, or SEC 1.
 * @throws KeyFileError of any code but `unknownFormat` and `noPrivateKey`.
 */
export function readDer(content: Uint8Array, encrypted: boolean, password?: string): CurveKey {
  return readingAsn1(() => {
    if (encrypted) return decryptPrivateKeyInfo(content, password);
    const node = decodeBer(content);
    return numberOf(childrenOf(node)[0]) === 0 ? readPrivateKeyInfo(node) : readEcPrivateKey(node);
  });
}

/** The public key (64 bytes) of a PEM text, as in `<address>.pem.pub`. */
export function readPublicPem(text: string): { suite: CryptoSuiteName; publicKey: Uint8Array } {
  const found = blocksOf(text).find(({ label }) => label === "PUBLIC KEY");
  if (!found) throw damaged("it holds no public key");
  return readingAsn1(() => readPublicKeyInfo(decodeBer(found.bytes)));
}

/** PKCS#8 without password, as the official clients write and read it. */
export function writePem(suite: CryptoSuiteName, privateKey: Uint8Array): string {
  return encodeBlock("PRIVATE KEY", privateKeyInfo({ suite, privateKey }));
}

/** The text beside it, `<address>.pem.pub`. */
export function writePublicPem(suite: CryptoSuiteName, publicKey: Uint8Array): string {
  return encodeBlock("PUBLIC KEY", publicKeyInfo(suite, publicKey));
}
