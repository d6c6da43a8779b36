import forge from "node-forge";
import { Asn1Error } from "./asn1Error";

/** A value of a DER or BER structure, as the library has it: `value` is a list of values, or a string of one byte a character. */
export type Node = forge.asn1.Asn1;

const { Class } = forge.asn1;

export const { Type } = forge.asn1;

/** The library works on strings of one byte a character. */
export const toBinary = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");

export const fromBinary = (text: string): Buffer => Buffer.from(text, "latin1");

const create = (tagClass: forge.asn1.Class, type: number, children: Node[]): Node =>
  forge.asn1.create(tagClass, type as forge.asn1.Type, true, children);

const primitive = (type: forge.asn1.Type, value: string): Node =>
  forge.asn1.create(Class.UNIVERSAL, type, false, value);

export const sequence = (...children: Node[]): Node => create(Class.UNIVERSAL, Type.SEQUENCE, children);

export const set = (...children: Node[]): Node => create(Class.UNIVERSAL, Type.SET, children);

export const context = (tag: number, ...children: Node[]): Node => create(Class.CONTEXT_SPECIFIC, tag, children);

export const objectId = (id: string): Node => primitive(Type.OID, forge.asn1.oidToDer(id).getBytes());

export const nothing = (): Node => primitive(Type.NULL, "");

export const yes = (): Node => primitive(Type.BOOLEAN, "\xff");

export const octets = (bytes: Uint8Array): Node => primitive(Type.OCTETSTRING, toBinary(bytes));

export const utf8 = (text: string): Node => primitive(Type.UTF8, forge.util.encodeUtf8(text));

/** @param unused bits at the end that don't count */
export const bits = (bytes: Uint8Array, unused = 0): Node =>
  primitive(Type.BITSTRING, String.fromCharCode(unused) + toBinary(bytes));

/** A time of a certificate: years from 2050 on need the longer form. */
export const time = (date: Date): Node =>
  date.getUTCFullYear() < 2050
    ? primitive(Type.UTCTIME, forge.asn1.dateToUtcTime(date))
    : primitive(Type.GENERALIZEDTIME, forge.asn1.dateToGeneralizedTime(date));

/** Text of two bytes a character, as PKCS#12 names its bags; the library makes the bytes. */
export const bmpText = (text: string): Node => primitive(Type.BMPSTRING, text);

/** A number that is not negative, from its big-endian bytes. */
export function integer(bytes: Uint8Array): Node {
  let start = 0;
  while (start < bytes.length - 1 && bytes[start] === 0) start++;
  const digits = toBinary(bytes.subarray(start));
  return primitive(Type.INTEGER, (bytes[start] ?? 0) >= 0x80 ? `\0${digits}` : digits);
}

export const smallInteger = (value: number): Node => integer(fromBinary(forge.asn1.integerToDer(value).getBytes()));

/** The two numbers of 32 bytes each that 64 bytes are: r and s of a signature, x and y of a point. */
export const numberPair = (bytes: Uint8Array): [Node, Node] => [
  integer(bytes.subarray(0, 32)),
  integer(bytes.subarray(32, 64)),
];

/** A signature of 64 bytes r ‖ s, as certificates and handshakes have it. */
export const signatureDer = (signature: Uint8Array): Buffer => encodeDer(sequence(...numberPair(signature)));

export const encodeDer = (node: Node): Buffer => fromBinary(forge.asn1.toDer(node).getBytes());

function read<Result>(problem: string, work: () => Result): Result {
  try {
    return work();
  } catch {
    throw new Asn1Error(problem);
  }
}

/** Where a structure ends is the caller's to know, and bits are bits. */
const options = { strict: true, parseAllBytes: false, decodeBitStrings: false };

/** DER, or BER with lengths that an end tells and strings in pieces; what stands behind the value is passed over. @throws Asn1Error */
export const decodeBer = (bytes: Uint8Array): Node =>
  read("its ASN.1 structure is broken", () => forge.asn1.fromDer(toBinary(bytes), { ...options } as never));

/**
 * DER and nothing but DER: these bytes are the only way to write the value, so that `encodeDer` gives each part as it came, as
 * signatures need it. @throws Asn1Error
 */
export function decodeDer(bytes: Uint8Array): Node {
  const node = decodeBer(bytes);
  if (!encodeDer(node).equals(bytes)) throw new Asn1Error("its ASN.1 structure is no DER");
  return node;
}

/** The children of a constructed node, of this type where one is wanted. @throws Asn1Error */
export function childrenOf(node: Node | undefined, type?: forge.asn1.Type): Node[] {
  if (!node || !Array.isArray(node.value) || (type !== undefined && !is(node, type)))
    throw new Asn1Error("a part that holds others is missing");
  return node.value;
}

export const is = (node: Node | undefined, type: forge.asn1.Type): boolean =>
  node?.tagClass === Class.UNIVERSAL && node.type === type;

export const isTagged = (node: Node | undefined, tag: number): boolean =>
  node?.tagClass === Class.CONTEXT_SPECIFIC && Number(node.type) === tag;

/** The child that carries this context tag, if there is one. */
export const taggedChild = (node: Node, tag: number): Node | undefined =>
  childrenOf(node).find((child) => isTagged(child, tag));

/** The bytes of a primitive node, or of one in pieces (BER writes long strings so). @throws Asn1Error */
export function bytesOf(node: Node | undefined): Buffer {
  if (!node) throw new Asn1Error("a value is missing");
  if (!Array.isArray(node.value)) return fromBinary(node.value);
  return Buffer.concat(node.value.map(bytesOf));
}

/** The bytes of a primitive node of this type. @throws Asn1Error */
export function contentOf(node: Node | undefined, type: forge.asn1.Type): Buffer {
  if (!node || !is(node, type) || Array.isArray(node.value)) throw new Asn1Error("a value of another type is missing");
  return fromBinary(node.value);
}

/** The bytes of a bit string that ends at a byte. @throws Asn1Error */
export function wholeBits(node: Node | undefined): Buffer {
  const content = contentOf(node, Type.BITSTRING);
  if (content[0] !== 0) throw new Asn1Error("a bit string does not end at a byte");
  return content.subarray(1);
}

/** `1.2.156.10197.1.501`. @throws Asn1Error */
export function objectIdOf(node: Node | undefined): string {
  const content = contentOf(node, Type.OID);
  // the library takes a number that has no end, or that is filled up on the left
  const isBroken =
    (content.at(-1) ?? 0x80) >= 0x80 ||
    content.some((byte, at) => byte === 0x80 && (at === 0 || (content[at - 1] ?? 0) < 0x80));
  const problem = "an object identifier is broken";
  if (isBroken) throw new Asn1Error(problem);
  return read(problem, () => forge.asn1.derToOid(toBinary(content)));
}

/** A number that is not negative, of at most so many bytes, filled up on the left. @throws Asn1Error */
export function numberBytesOf(node: Node | undefined, size: number): Buffer {
  const content = contentOf(node, Type.INTEGER);
  const digits = content[0] === 0 ? content.subarray(1) : content;
  if (content.length === 0 || (content[0] ?? 0) >= 0x80 || digits.length > size)
    throw new Asn1Error("a number is out of range");
  return Buffer.concat([Buffer.alloc(size - digits.length), digits]);
}

export function numberOf(node: Node | undefined): number {
  const bytes = bytesOf(node);
  if (bytes.length === 0 || bytes.length > 6) throw new Asn1Error("a number is out of range");
  return bytes.reduce((value, byte) => value * 256 + byte, 0);
}
