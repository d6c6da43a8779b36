import {
  bytesOf,
  childrenOf,
  contentOf,
  decodeDer,
  encodeDer,
  is,
  isTagged,
  type Node,
  numberBytesOf,
  objectIdOf,
  sequence,
  Type,
  wholeBits,
} from "../../crypto/asn1";
import { curveId, ids, signatureIds } from "../../crypto/keyFiles/curveIds";
import { certificatesIn } from "../../crypto/keyFiles/pemText";
import { sm2Verify } from "../../crypto/sm2Verifying";
import { shortened } from "../../text/shortText";
import { visibleLine } from "../../text/visibleText";

/** Object identifiers of extensions (RFC 5280). */
export const extensionIds = {
  keyUsage: "2.5.29.15",
  basicConstraints: "2.5.29.19",
  extendedKeyUsage: "2.5.29.37",
} as const;

/** What the extension extended key usage may name (RFC 5280, 4.2.1.12). */
export const purposeIds = {
  any: "2.5.29.37.0",
  server: "1.3.6.1.5.5.7.3.1",
  client: "1.3.6.1.5.5.7.3.2",
} as const;

/** Bits of the extension key usage, as masks of its two bytes. */
export const usages = {
  digitalSignature: 0x8000,
  nonRepudiation: 0x4000,
  keyEncipherment: 0x2000,
  dataEncipherment: 0x1000,
  keyAgreement: 0x0800,
  keyCertSign: 0x0400,
} as const;

/** A certificate with an SM2 key, signed by SM2 with SM3. Nothing of it is proven by reading it. */
export interface SmCertificate {
  /** The whole of it in DER. */
  readonly raw: Buffer;
  /** `CN=…, O=…`. */
  readonly subject: string;
  readonly issuer: string;
  readonly rawSubject: Buffer;
  readonly rawIssuer: Buffer;
  readonly notBefore: Date;
  readonly notAfter: Date;
  /** 64 bytes x ‖ y. */
  readonly publicKey: Buffer;
  /** Undefined: nothing is said, so everything is allowed. */
  readonly keyUsage: number | undefined;
  /** Object identifiers of what it is for (`purposeIds`); undefined as the usage. */
  readonly purposes: readonly string[] | undefined;
  /** Undefined: nothing is said, as in certificates of version 1. */
  readonly ca: boolean | undefined;
  readonly pathLength: number | undefined;
  /** What the signature covers. */
  readonly signed: Buffer;
  /** 64 bytes r ‖ s. */
  readonly signature: Buffer;
}

const attributes: Readonly<Record<string, string>> = {
  [ids.commonName]: "CN",
  "2.5.4.6": "C",
  "2.5.4.7": "L",
  "2.5.4.8": "ST",
  "2.5.4.10": "O",
  "2.5.4.11": "OU",
};

const membersOf = (node: Node | undefined): Node[] => childrenOf(node, Type.SEQUENCE);

function nameText(name: Node | undefined): string {
  const parts = membersOf(name).flatMap((set) =>
    childrenOf(set, Type.SET).map((pair) => {
      const [type, value] = membersOf(pair);
      const id = objectIdOf(type);
      const text = is(value, Type.BMPSTRING) ? value?.value : value && bytesOf(value).toString("utf8");
      // What a certificate says is shown to people.
      return `${attributes[id] ?? id}=${shortened(visibleLine(String(text ?? "")), 200)}`;
    }),
  );
  return parts.join(", ");
}

function time(node: Node | undefined): Date {
  const short = is(node, Type.UTCTIME);
  const text = contentOf(node, short ? Type.UTCTIME : Type.GENERALIZEDTIME).toString("latin1");
  const match = short ? /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/ : /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/;
  const found = match.exec(text);
  if (!found) throw new RangeError("a time of the certificate is none");
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = found.slice(1).map(Number);
  const full = short ? year + (year < 50 ? 2000 : 1900) : year;
  const date = new Date(Date.UTC(full, month - 1, day, hour, minute, second));
  if (Number.isNaN(date.getTime())) throw new RangeError("a time of the certificate is none");
  return date;
}

function publicKeyOf(info: Node | undefined): Buffer {
  const [algorithm, key] = membersOf(info);
  const [id, curve] = membersOf(algorithm);
  if (objectIdOf(id) !== ids.ecPublicKey || objectIdOf(curve) !== curveId("sm"))
    throw new RangeError("its key is none of SM2");
  const point = wholeBits(key);
  if (point.length !== 65 || point[0] !== 4) throw new RangeError("its key is not written in full");
  return point.subarray(1);
}

/** r ‖ s of a signature in DER. @throws RangeError */
export function readSignature(bytes: Buffer): Buffer {
  const [r, s, ...more] = membersOf(decodeDer(bytes));
  if (more.length > 0) throw new RangeError("a signature has two numbers");
  return Buffer.concat([numberBytesOf(r, 32), numberBytesOf(s, 32)]);
}

type Extensions = Pick<SmCertificate, "keyUsage" | "purposes" | "ca" | "pathLength">;

/** A boolean that is there and true. */
const isYes = (node: Node | undefined): boolean => is(node, Type.BOOLEAN) && contentOf(node, Type.BOOLEAN)[0] !== 0;

function readExtensions(node: Node | undefined): Extensions {
  const found: { keyUsage?: number; purposes?: string[]; ca?: boolean; pathLength?: number } = {};
  const [list, ...more] = node ? childrenOf(node) : [sequence()];
  if (more.length > 0) throw new RangeError("a certificate has one list of extensions");
  for (const extension of membersOf(list)) {
    const [id, ...rest] = membersOf(extension);
    const critical = isYes(rest[0]);
    const content = contentOf(rest.at(-1), Type.OCTETSTRING);
    const name = objectIdOf(id);
    if (name === extensionIds.keyUsage) {
      const [, first = 0, second = 0] = contentOf(decodeDer(content), Type.BITSTRING);
      found.keyUsage = (first << 8) | second;
    } else if (name === extensionIds.basicConstraints) {
      const [ca, length] = membersOf(decodeDer(content));
      found.ca = isYes(ca);
      if (length) found.pathLength = numberBytesOf(length, 4).readUInt32BE();
    } else if (name === extensionIds.extendedKeyUsage) {
      found.purposes = membersOf(decodeDer(content)).map(objectIdOf);
    } else if (critical) throw new RangeError(`it has a rule that this client does not know (${name})`);
  }
  const { keyUsage, purposes, ca, pathLength } = found;
  return { keyUsage, purposes, ca, pathLength };
}

/** @throws RangeError for what is no certificate with an SM2 key signed by SM2 with SM3. */
export function readSmCertificate(raw: Buffer): SmCertificate {
  const [content, algorithm, signature, ...surplus] = membersOf(decodeDer(raw));
  if (!content || surplus.length > 0) throw new RangeError("this is no certificate");
  const fields = [...membersOf(content)];
  if (isTagged(fields[0], 0)) childrenOf(fields.shift());
  const [, inner, issuer, validity, subject, key, ...others] = fields;
  for (const each of [algorithm, inner]) {
    if (objectIdOf(membersOf(each)[0]) !== signatureIds.sm) throw new RangeError("it is not signed by SM2 with SM3");
  }
  const [from, to] = membersOf(validity);
  return {
    raw,
    subject: nameText(subject),
    issuer: nameText(issuer),
    rawSubject: subject ? encodeDer(subject) : Buffer.alloc(0),
    rawIssuer: issuer ? encodeDer(issuer) : Buffer.alloc(0),
    notBefore: time(from),
    notAfter: time(to),
    publicKey: publicKeyOf(key),
    ...readExtensions(others.find((each) => isTagged(each, 3))),
    signed: encodeDer(content),
    signature: readSignature(wholeBits(signature)),
  };
}

/** Every certificate of a PEM text, in its order. @throws RangeError when there is none, or one that is no SM certificate. */
export function readSmCertificates(pem: string): SmCertificate[] {
  const certificates = certificatesIn(pem).map(readSmCertificate);
  if (certificates.length === 0) throw new RangeError("there is no certificate in it");
  return certificates;
}

/** Whether the owner of `issuer` signed the certificate, by name and by signature. */
export const isSignedBy = (certificate: SmCertificate, issuer: SmCertificate): boolean =>
  certificate.rawIssuer.equals(issuer.rawSubject) &&
  sm2Verify(certificate.signed, certificate.signature, issuer.publicKey);
