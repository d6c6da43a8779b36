import {
  bits,
  bytesOf,
  childrenOf,
  context,
  decodeBer,
  encodeDer,
  integer,
  type Node,
  objectId,
  objectIdOf,
  octets,
  sequence,
  smallInteger,
  taggedChild,
} from "../asn1";
import { bytesToHexDigits } from "../bytes/hex";
import type { CryptoSuiteName } from "../cryptoSuite";
import { cryptoSuite } from "../suites";
import { curveId, ids, suiteOfCurve, suiteOfOrder } from "./curveIds";
import { damaged, KeyFileError } from "./keyFileError";

/** A private key and the suite its curve belongs to. */
export interface CurveKey {
  suite: CryptoSuiteName;
  /** 32 bytes. */
  privateKey: Uint8Array;
}

const uncompressed = (publicKey: Uint8Array): Uint8Array => Uint8Array.of(4, ...publicKey);
const algorithm = (suite: CryptoSuiteName): Node => sequence(objectId(ids.ecPublicKey), objectId(curveId(suite)));

/** PKCS#8 with the curve and the public key inside too, byte for byte as the official Java client writes it. */
export function privateKeyInfo({ suite, privateKey }: CurveKey): Node {
  const publicKey = uncompressed(cryptoSuite(suite).publicKey(privateKey));
  const inner = sequence(
    integer(Uint8Array.of(1)),
    octets(privateKey),
    context(0, objectId(curveId(suite))),
    context(1, bits(publicKey)),
  );
  return sequence(smallInteger(0), algorithm(suite), octets(encodeDer(inner)));
}

/** SubjectPublicKeyInfo of the 64-byte public key. */
export function publicKeyInfo(suite: CryptoSuiteName, publicKey: Uint8Array): Node {
  return sequence(algorithm(suite), bits(uncompressed(publicKey)));
}

function fixedLength(bytes: Uint8Array): Uint8Array {
  let start = 0;
  while (bytes.length - start > 32 && bytes[start] === 0) start++;
  const digits = bytes.subarray(start);
  if (digits.length > 32) throw damaged("the private key is longer than 32 bytes");
  const key = new Uint8Array(32);
  key.set(digits, 32 - digits.length); // some writers drop leading zeros
  return key;
}

function pointOf(node: Node): Uint8Array {
  const bytes = bytesOf(node);
  if (bytes.length !== 66 || bytes[0] !== 0 || bytes[1] !== 4) throw damaged("the public key has another form");
  return Uint8Array.from(bytes.subarray(2));
}

/** Whether a written point, in full or compressed (its x and whether y is odd), is this public key. */
function isPoint(node: Node, publicKey: Uint8Array): boolean {
  const [unused, form, ...coordinates] = bytesOf(node);
  const digits = bytesToHexDigits(Uint8Array.from(coordinates));
  if (unused !== 0) return false;
  if (form === 4) return digits === bytesToHexDigits(publicKey);
  const odd = (publicKey[63] ?? 0) % 2;
  return form === 2 + odd && digits === bytesToHexDigits(publicKey.subarray(0, 32));
}

/** A curve by its name, or written out in numbers: then its order tells which it is. */
function suiteOfParameters(node: Node | undefined): CryptoSuiteName {
  if (!node || !Array.isArray(node.value)) return suiteOfCurve(objectIdOf(node));
  const order = bytesToHexDigits(fixedLength(bytesOf(childrenOf(node)[4])));
  return suiteOfOrder(order);
}

/** SEC 1 `ECPrivateKey`; the curve may be given outside of it. */
export function readEcPrivateKey(node: Node, outerCurve?: Node): CurveKey {
  const parameters = taggedChild(node, 0);
  const curve = outerCurve ?? (parameters && childrenOf(parameters)[0]);
  if (curve === undefined) throw damaged("it does not say on which curve the key is");
  const suite = suiteOfParameters(curve);
  const privateKey = fixedLength(bytesOf(childrenOf(node)[1]));
  const publicKey = checkedPublicKey({ suite, privateKey });
  const written = taggedChild(node, 1);
  if (written && !isPoint(childrenOf(written)[0] ?? written, publicKey)) {
    throw damaged("its public key does not belong to its private key");
  }
  return { suite, privateKey };
}

/** @throws KeyFileError code `keyOutOfRange`. */
export function checkedPublicKey({ suite, privateKey }: CurveKey): Uint8Array {
  try {
    return cryptoSuite(suite).publicKey(privateKey);
  } catch {
    throw new KeyFileError("keyOutOfRange");
  }
}

/** @throws KeyFileError code `damaged`, `unsupportedCurve` or `keyOutOfRange`. */
export function readPrivateKeyInfo(node: Node): CurveKey {
  const [, algorithmNode, key] = childrenOf(node);
  const [algorithmId, curve] = childrenOf(algorithmNode);
  if (objectIdOf(algorithmId) !== ids.ecPublicKey) {
    throw new KeyFileError("unsupportedCurve", "not an elliptic-curve key");
  }
  return readEcPrivateKey(decodeBer(bytesOf(key)), curve);
}

/** @throws KeyFileError code `damaged` or `unsupportedCurve`. */
export function readPublicKeyInfo(node: Node): { suite: CryptoSuiteName; publicKey: Uint8Array } {
  const [algorithmNode, key] = childrenOf(node);
  const [algorithmId, curve] = childrenOf(algorithmNode);
  if (objectIdOf(algorithmId) !== ids.ecPublicKey || !key) {
    throw new KeyFileError("unsupportedCurve", "not an elliptic-curve key");
  }
  return { suite: suiteOfParameters(curve), publicKey: pointOf(key) };
}
