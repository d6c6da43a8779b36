import forge from "node-forge";
import { KeyFileError } from "./keyFileError";

/** A node of a DER or BER tree, as the ASN.1 library gives it. */
export type Node = forge.asn1.Asn1;

const { Class, Type } = forge.asn1;

/** The library works on strings of one byte a character. */
export const toBinary = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");
export const fromBinary = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, "latin1"));

const create = (tagClass: forge.asn1.Class, type: number, children: Node[]): Node =>
  forge.asn1.create(tagClass, type as forge.asn1.Type, true, children);
const primitive = (type: forge.asn1.Type, value: string): Node =>
  forge.asn1.create(Class.UNIVERSAL, type, false, value);

export const sequence = (...children: Node[]): Node => create(Class.UNIVERSAL, Type.SEQUENCE, children);
export const set = (...children: Node[]): Node => create(Class.UNIVERSAL, Type.SET, children);
export const context = (tag: number, ...children: Node[]): Node => create(Class.CONTEXT_SPECIFIC, tag, children);
export const objectId = (id: string): Node => primitive(Type.OID, forge.asn1.oidToDer(id).getBytes());
export const nothing = (): Node => primitive(Type.NULL, "");
export const octets = (bytes: Uint8Array): Node => primitive(Type.OCTETSTRING, toBinary(bytes));
export const bits = (bytes: Uint8Array): Node => primitive(Type.BITSTRING, `\0${toBinary(bytes)}`);
export const utf8 = (text: string): Node => primitive(Type.UTF8, forge.util.encodeUtf8(text));
export const utcTime = (date: Date): Node => primitive(Type.UTCTIME, forge.asn1.dateToUtcTime(date));

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

export const encodeDer = (node: Node): Uint8Array => fromBinary(forge.asn1.toDer(node).getBytes());

/** @throws KeyFileError code `damaged`. */
export function decodeDer(bytes: Uint8Array): Node {
  try {
    return forge.asn1.fromDer(toBinary(bytes), {
      strict: true,
      parseAllBytes: false,
      decodeBitStrings: false,
    } as never);
  } catch {
    throw damaged("its ASN.1 structure is broken");
  }
}

export function damaged(problem: string): KeyFileError {
  return new KeyFileError("damaged", problem);
}

/** The children of a constructed node. */
export function childrenOf(node: Node | undefined): Node[] {
  if (!node || !Array.isArray(node.value)) throw damaged("a part that holds others is missing");
  return node.value;
}

/** The child that carries this context tag, if there is one. */
export function taggedChild(node: Node, tag: number): Node | undefined {
  return childrenOf(node).find((child) => child.tagClass === Class.CONTEXT_SPECIFIC && Number(child.type) === tag);
}

/** The bytes of a primitive node, or of one in pieces (BER writes long strings so). */
export function bytesOf(node: Node | undefined): Uint8Array {
  if (!node) throw damaged("a value is missing");
  if (!Array.isArray(node.value)) return fromBinary(node.value);
  return fromBinary(node.value.map((part) => toBinary(bytesOf(part))).join(""));
}

export function objectIdOf(node: Node | undefined): string {
  if (!node || Array.isArray(node.value) || node.type !== Type.OID) throw damaged("an object identifier is missing");
  return forge.asn1.derToOid(node.value);
}

export function numberOf(node: Node | undefined): number {
  const bytes = bytesOf(node);
  if (bytes.length === 0 || bytes.length > 6) throw damaged("a number is out of range");
  return bytes.reduce((value, byte) => value * 256 + byte, 0);
}
