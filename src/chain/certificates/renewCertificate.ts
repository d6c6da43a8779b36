import { createPrivateKey, type KeyObject, randomBytes, sign, X509Certificate } from "node:crypto";
import {
  bits,
  childrenOf,
  context,
  decodeDer,
  encodeDer,
  integer,
  isTagged,
  type Node,
  nothing,
  objectId,
  objectIdOf,
  sequence,
  signatureDer,
  smallInteger,
  Type,
  time,
} from "../../crypto/asn1";
import { signatureIds } from "../../crypto/keyFiles/curveIds";
import { encodeBlock, readPem } from "../../crypto/keyFiles/pem";
import { certificatesIn } from "../../crypto/keyFiles/pemText";
import { sm2PublicKey } from "../../crypto/sm2KeyPair";
import { sm2SigningWith } from "../../crypto/sm2Signing";
import { clientError } from "../../errors/clientError";
import { dayMs } from "../../time/units";
import { isSignedBy, readSmCertificate, type SmCertificate } from "../tlcp/smCertificate";

const rsaWithSha256 = "1.2.840.113549.1.1.11";
/** Names the authority's key, and sometimes the number of its certificate, which a renewed authority no longer has (RFC 5280, 4.2.1.1). */
const authorityKeyIdentifier = "2.5.29.35";

/** What a certificate says, whichever its cryptography is. */
interface Read {
  readonly raw: Buffer;
  readonly endsAtMs: number;
  readonly sm: SmCertificate | undefined;
  readonly standard: X509Certificate | undefined;
}

/** @throws RangeError, Asn1Error, Error of the system's library for what is no certificate */
function readCertificate(raw: Buffer): Read {
  if (signatureOf(raw) === signatureIds.sm) {
    const sm = readSmCertificate(raw);
    return { raw, endsAtMs: sm.notAfter.getTime(), sm, standard: undefined };
  }
  const standard = new X509Certificate(raw);
  return { raw, endsAtMs: Date.parse(standard.validTo), sm: undefined, standard };
}

/** What a certificate is signed with. */
const signatureOf = (raw: Buffer): string => objectIdOf(childrenOf(childrenOf(decodeDer(raw))[1])[0]);

/** The chain's CA: its certificate, and its key while something is signed. */
export interface Authority {
  readonly certificate: Read;
  /** The whole of its file. */
  readonly pem: string;
  readonly algorithm: Node;
  /** A signature as certificates have it. */
  readonly sign: (content: Buffer) => Buffer;
}

function standardSigner(key: KeyObject): Pick<Authority, "algorithm" | "sign"> {
  const rsa = key.asymmetricKeyType === "rsa";
  return {
    algorithm: rsa ? sequence(objectId(rsaWithSha256), nothing()) : sequence(objectId(signatureIds.standard)),
    // OpenSSL of the system: the key isn't read by anything else
    sign: (content) => sign("sha256", content, key),
  };
}

/**
 * Reads the chain's CA.
 * @param pem its certificate, the first of the text
 * @param keyPem its private key without a password: RSA or ECDSA, or SM2 where the certificate is signed by SM2
 * @throws ChainError usage `authorityMismatch` where they don't belong together, or are of another kind
 */
export function readAuthority(pem: string, keyPem: string, path: string): Authority {
  try {
    const [raw] = certificatesIn(pem);
    if (!raw) throw new RangeError("there is no certificate in it");
    const certificate = readCertificate(raw);
    if (!certificate.sm) {
      const key = createPrivateKey(keyPem);
      if (!certificate.standard?.checkPrivateKey(key)) throw new RangeError("the key is another certificate's");
      return { certificate, pem, ...standardSigner(key) };
    }
    const { privateKey } = readPem(keyPem);
    const publicKey = sm2PublicKey(privateKey);
    if (!certificate.sm.publicKey.equals(publicKey)) throw new RangeError("the key is another certificate's");
    const signing = sm2SigningWith(privateKey, publicKey);
    const algorithm = sequence(objectId(signatureIds.sm));
    return { certificate, pem, algorithm, sign: (content) => signatureDer(signing(content).subarray(0, 64)) };
  } catch (cause) {
    throw clientError("authorityMismatch", { path }, { cause });
  }
}

function isIssuedBy({ certificate }: Authority, { sm, standard }: Read): boolean {
  if (sm) return certificate.sm !== undefined && isSignedBy(sm, certificate.sm);
  const issuer = certificate.standard;
  return issuer !== undefined && standard?.verify(issuer.publicKey) === true;
}

/** Whether a PEM text, such as the `ca.crt` of a node, holds a certificate of this authority's key. */
export function trustsAuthority({ certificate }: Authority, pem: string): boolean {
  const keyOf = ({ sm, standard }: Read): string | undefined =>
    sm?.publicKey.toString("hex") ?? standard?.publicKey.export({ type: "spki", format: "der" }).toString("hex");
  const own = keyOf(certificate);
  return certificatesIn(pem).some((raw) => {
    try {
      return keyOf(readCertificate(raw)) === own;
    } catch {
      return false; // of another kind: not this authority's
    }
  });
}

/** A positive number of 16 bytes, whose first byte needs none before it (X.690, 8.3.2). */
function serialNumber(): Node {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return integer(bytes);
}

/** Extensions as they are, without what would name a certificate of the authority that it may no longer have. */
function keptExtensions(tagged: Node): Node {
  const [list] = childrenOf(tagged);
  const kept = childrenOf(list, Type.SEQUENCE).filter(
    (each) => objectIdOf(childrenOf(each)[0]) !== authorityKeyIdentifier,
  );
  return context(3, sequence(...kept));
}

/** A certificate of a file and the one that takes its place. */
interface Renewed {
  /** The whole text: what stood behind the certificate stays. */
  readonly pem: string;
  readonly endedAtMs: number;
  readonly endsAtMs: number;
}

/**
 * Issues a certificate again: the same key, name and uses, another number and time. The owner's private key isn't needed, and a TLS node
 * ID, which is made of the public key, stays (docs/protocol/tls.md, "Certificates").
 * @param text PEM; its first certificate is the one
 * @param days how long it holds; never longer than the authority
 * @param path of the file, for errors
 * @throws ChainError usage `noCertificate`, `foreignAuthority`, `authorityEnded`
 */
export function renewCertificate(
  text: string,
  authority: Authority,
  { days, nowMs, path }: { readonly days: number; readonly nowMs: number; readonly path: string },
): Renewed {
  const [raw] = certificatesIn(text);
  let old: Read;
  try {
    if (!raw) throw new RangeError("there is no certificate in it");
    old = readCertificate(raw);
  } catch (cause) {
    throw clientError("noCertificate", { path }, { cause });
  }
  if (!isIssuedBy(authority, old)) throw clientError("foreignAuthority", { path });
  const { endsAtMs: authorityEnd } = authority.certificate;
  if (authorityEnd <= nowMs) throw clientError("authorityEnded", { path });
  const endsAtMs = Math.floor(Math.min(nowMs + days * dayMs, authorityEnd) / 1000) * 1000;
  const fields = [...childrenOf(childrenOf(decodeDer(old.raw))[0], Type.SEQUENCE)];
  if (isTagged(fields[0], 0)) fields.shift();
  const [, , issuer, , subject, key, ...others] = fields;
  if (!issuer || !subject || !key) throw clientError("noCertificate", { path });
  const content = sequence(
    context(0, smallInteger(2)),
    serialNumber(),
    authority.algorithm,
    issuer,
    // clocks of machines differ
    sequence(time(new Date(nowMs - dayMs)), time(new Date(endsAtMs))),
    subject,
    key,
    ...others.flatMap((each) => (isTagged(each, 3) ? keptExtensions(each) : [])),
  );
  const signed = sequence(content, authority.algorithm, bits(authority.sign(encodeDer(content))));
  const pem = encodeBlock("CERTIFICATE", signed);
  const end = "-----END CERTIFICATE-----";
  const behind = text.slice(text.indexOf(end) + end.length).replace(/^\r?\n/, "");
  return { pem: `${pem}${behind}`, endedAtMs: old.endsAtMs, endsAtMs };
}
