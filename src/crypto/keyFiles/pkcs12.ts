import { randomBytes } from "node:crypto";
import forge from "node-forge";
import {
  bmpText,
  bytesOf,
  childrenOf,
  context,
  decodeBer,
  encodeDer,
  fromBinary,
  type Node,
  nothing,
  numberOf,
  objectId,
  objectIdOf,
  octets,
  sequence,
  set,
  smallInteger,
  taggedChild,
  toBinary,
} from "../asn1";
import { bytesToHexDigits } from "../bytes/hex";
import type { CryptoSuiteName } from "../cryptoSuite";
import { certificateOf } from "./accountCertificate";
import { ids } from "./curveIds";
import { damaged, KeyFileError, readingAsn1 } from "./keyFileError";
import { decryptWithPassword, encryptedParts, pkcs12Keys } from "./passwordCipher";
import { type CurveKey, privateKeyInfo, readPrivateKeyInfo } from "./privateKeyInfo";

/** What the Java client looks for, and writes. */
const bagName = "key";
const iterations = 51_200;
const tripleDes = { keyLength: 24, ivLength: 8 };

interface Contents {
  authenticated: Uint8Array;
  parts: Node[];
  mac: Node | undefined;
}

function open(content: Uint8Array): Contents {
  const [, info, mac] = childrenOf(decodeBer(content));
  if (!info || objectIdOf(childrenOf(info)[0]) !== ids.data) throw damaged("it has no authenticated contents");
  const authenticated = bytesOf(childrenOf(taggedChild(info, 0))[0]);
  return { authenticated, parts: childrenOf(decodeBer(authenticated)), mac };
}

interface Bag {
  id: string;
  value: Node;
}

function bagsOf(safeContents: Uint8Array): Bag[] {
  return childrenOf(decodeBer(safeContents)).map((bag) => {
    const [value] = childrenOf(taggedChild(bag, 0));
    if (!value) throw damaged("a bag is empty");
    return { id: objectIdOf(childrenOf(bag)[0]), value };
  });
}

/** The first result that a reader accepts; others are what a wrong password left over. */
function firstReadable<T>(candidates: Uint8Array[], read: (bytes: Uint8Array) => T): T | undefined {
  for (const candidate of candidates) {
    try {
      return read(candidate);
    } catch (error) {
      const refused = error instanceof KeyFileError && ["unsupportedCurve", "keyOutOfRange"].includes(error.code);
      if (refused) throw error;
    }
  }
  return undefined;
}

const isEncrypted = (part: Node): boolean => objectIdOf(childrenOf(part)[0]) === ids.encryptedData;

/** The bags of a part in the clear; none for a part under a password or of another kind. */
function clearBags(part: Node): Bag[] {
  const [idNode] = childrenOf(part);
  return objectIdOf(idNode) === ids.data ? bagsOf(bytesOf(childrenOf(taggedChild(part, 0))[0])) : [];
}

/** The bags of a part under the password; undefined when the password does not open it. */
function hiddenBags(part: Node, password: string): Bag[] | undefined {
  const [, encrypted] = childrenOf(childrenOf(taggedChild(part, 0))[0]);
  const [, algorithm] = childrenOf(encrypted);
  const hidden = encrypted && taggedChild(encrypted, 0);
  if (!algorithm || !hidden) throw damaged("an encrypted part is incomplete");
  return firstReadable(decryptWithPassword(algorithm, bytesOf(hidden), password), bagsOf);
}

function keyOfBag(bag: Bag, password: string): CurveKey | undefined {
  if (bag.id === ids.keyBag) return readPrivateKeyInfo(bag.value);
  const { algorithm, content } = encryptedParts(bag.value);
  return firstReadable(decryptWithPassword(algorithm, content, password), (plain) =>
    readPrivateKeyInfo(decodeBer(plain)),
  );
}

const digests: Record<string, () => forge.md.MessageDigest> = {
  [ids.sha1]: () => forge.md.sha1.create(),
  "2.16.840.1.101.3.4.2.1": () => forge.md.sha256.create(),
  "2.16.840.1.101.3.4.2.2": () => forge.md.sha384.create(),
  "2.16.840.1.101.3.4.2.3": () => forge.md.sha512.create(),
};

function macOf(key: Uint8Array, content: Uint8Array, digest: forge.md.MessageDigest): string {
  const hmac = forge.hmac.create();
  hmac.start(digest as never, toBinary(key));
  hmac.update(toBinary(content));
  return hmac.digest().toHex();
}

/** Whether the file is what the owner of the password wrote. Undefined when it carries no check or an unknown one. */
function macFits({ mac, authenticated }: Contents, password: string): boolean | undefined {
  if (!mac) return undefined;
  const [digestInfo, salt, rounds] = childrenOf(mac);
  const [algorithm, expected] = childrenOf(digestInfo);
  const digest = digests[objectIdOf(childrenOf(algorithm)[0])];
  if (!digest) return undefined;
  const count = rounds ? numberOf(rounds) : 1;
  const keys = pkcs12Keys(password, bytesOf(salt), "mac", count, digest().digestLength, digest());
  return keys.some((key) => macOf(key, authenticated, digest()) === bytesToHexDigits(bytesOf(expected)));
}

/**
 * The account key of a PKCS#12 file (docs/protocol/key-files.md, "PKCS#12"). A wrong password opens nothing; where it
 * opens a part and another part is broken, the file is damaged.
 * @throws KeyFileError code `wrongPassword`, `damaged`, `noPrivateKey`, `unsupportedCurve`, `unsupportedCipher` or `keyOutOfRange`.
 */
export const readPkcs12 = (content: Uint8Array, password: string): CurveKey =>
  readingAsn1(() => keyOfPkcs12(content, password));

function keyOfPkcs12(content: Uint8Array, password: string): CurveKey {
  const contents = open(content);
  let keyBags = contents.parts.flatMap(clearBags).filter(isKeyBag);
  // deriving keys is slow: parts under the password are opened when the key is in them, or to find out what is wrong
  let hidden: (Bag[] | undefined)[] | undefined;
  const openHidden = (): (Bag[] | undefined)[] => {
    hidden ??= contents.parts.filter(isEncrypted).map((part) => hiddenBags(part, password));
    return hidden;
  };
  if (keyBags.length === 0) keyBags = openHidden().flatMap((bags) => (bags ?? []).filter(isKeyBag));
  const key = firstDefined(keyBags, (bag) => keyOfBag(bag, password));
  const fits = macFits(contents, password);
  if (key && fits !== false) return key;
  const opened = key !== undefined && keyBags.some(({ id }) => id === ids.shroudedKeyBag);
  if (!opened && !fits && openHidden().every((bags) => bags === undefined)) {
    throw new KeyFileError("wrongPassword");
  }
  if (!key && fits && keyBags.length === 0 && !openHidden().includes(undefined)) {
    throw new KeyFileError("noPrivateKey", "certificates only");
  }
  throw damaged("the password fits, but a part of it was changed or lost");
}

const isKeyBag = (bag: Bag): boolean => bag.id === ids.keyBag || bag.id === ids.shroudedKeyBag;

function firstDefined<T, R>(items: readonly T[], map: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const result = map(item);
    if (result !== undefined) return result;
  }
  return undefined;
}

function shrouded(key: CurveKey, password: string): Node {
  const salt = randomBytes(20);
  const derive = (purpose: "key" | "iv", length: number): Uint8Array => {
    const [bytes] = pkcs12Keys(password, salt, purpose, iterations, length, forge.md.sha1.create());
    if (!bytes) throw new RangeError("no key was derived");
    return bytes;
  };
  const cipher = forge.cipher.createCipher("3DES-CBC", toBinary(derive("key", tripleDes.keyLength)));
  cipher.start({ iv: toBinary(derive("iv", tripleDes.ivLength)) });
  cipher.update(forge.util.createBuffer(toBinary(encodeDer(privateKeyInfo(key)))));
  cipher.finish();
  const parameters = sequence(octets(salt), smallInteger(iterations));
  return sequence(sequence(objectId(ids.sha1TripleDes), parameters), octets(fromBinary(cipher.output.getBytes())));
}

function bag(id: string, value: Node, localKeyId: Uint8Array): Node {
  return sequence(
    objectId(id),
    context(0, value),
    set(
      sequence(objectId(ids.friendlyName), set(bmpText(bagName))),
      sequence(objectId(ids.localKeyId), set(octets(localKeyId))),
    ),
  );
}

const dataPart = (content: Node): Node => sequence(objectId(ids.data), context(0, octets(encodeDer(content))));

/**
 * A PKCS#12 file that the official Java client and OpenSSL read: one key named `key` under SHA-1 and triple DES, as they
 * expect it, and a certificate of it in the clear, which the Java client asks for its public key.
 */
export function writePkcs12(suite: CryptoSuiteName, privateKey: Uint8Array, password: string): Uint8Array {
  const key = { suite, privateKey };
  const localKeyId = randomBytes(20);
  const certificate = sequence(objectId(ids.x509Certificate), context(0, octets(encodeDer(certificateOf(key)))));
  const authenticated = encodeDer(
    sequence(
      dataPart(sequence(bag(ids.shroudedKeyBag, shrouded(key, password), localKeyId))),
      dataPart(sequence(bag(ids.certificateBag, certificate, localKeyId))),
    ),
  );
  const salt = randomBytes(20);
  const [macKey] = pkcs12Keys(password, salt, "mac", iterations, 20, forge.md.sha1.create());
  const mac = macOf(macKey ?? new Uint8Array(0), authenticated, forge.md.sha1.create());
  return encodeDer(
    sequence(
      smallInteger(3),
      sequence(objectId(ids.data), context(0, octets(authenticated))),
      sequence(
        sequence(sequence(objectId(ids.sha1), nothing()), octets(Buffer.from(mac, "hex"))),
        octets(salt),
        smallInteger(iterations),
      ),
    ),
  );
}
