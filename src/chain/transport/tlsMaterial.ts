import { createPrivateKey, X509Certificate } from "node:crypto";
import { win32 } from "node:path";
import type { PeerCertificate } from "node:tls";
import { certificatesIn, isEncryptedPem } from "../../crypto/keyFiles/pemText";
import { clientError } from "../../errors/clientError";
import { maxBytes, readGivenText } from "../../files/regularFile";

/** Names of the client's files in a chain's `sdk/` folder (docs/protocol/connection-profiles.md). */
export const rsaFileNames = { ca: "ca.crt", cert: "sdk.crt", key: "sdk.key" } as const;
/** The same of a chain with SM TLS: one pair for signing, one for encryption. */
export const smFileNames = {
  ca: "sm_ca.crt",
  cert: "sm_sdk.crt",
  key: "sm_sdk.key",
  enCert: "sm_ensdk.crt",
  enKey: "sm_ensdk.key",
} as const;

/**
 * PEM texts of a chain's sdk folder: `ca.crt`, `sdk.crt`, `sdk.key`; of an SM chain `sm_ca.crt`, `sm_sdk.crt`, `sm_sdk.key` and the
 * encryption pair `sm_ensdk.crt`, `sm_ensdk.key`. Keys never go into an error or a log.
 */
export interface TlsMaterial {
  ca: string;
  cert?: string | undefined;
  key?: string | undefined;
  enCert?: string | undefined;
  enKey?: string | undefined;
  /** The certificate is a node's own (`ssl.crt`), which nodes take from a client too: then that node may show the same one. */
  ofNode?: boolean;
}

/** Where these files are. */
export interface TlsFiles {
  ca: string;
  cert?: string | undefined;
  key?: string | undefined;
  enCert?: string | undefined;
  enKey?: string | undefined;
}

async function readPem(path: string): Promise<string> {
  try {
    return await readGivenText(path, maxBytes.key);
  } catch (cause) {
    throw clientError("unreadableFile", { path }, { cause });
  }
}

/** @throws ChainError usage `unreadableFile`; tls `caWithoutCertificate`. */
export async function readTlsMaterial(files: TlsFiles): Promise<TlsMaterial> {
  const given = async (path: string | undefined): Promise<string | undefined> =>
    path === undefined ? undefined : readPem(path);
  // one after the other: of several that are missing the first is told
  const ca = await readPem(files.ca);
  const [cert, key] = [await given(files.cert), await given(files.key)];
  const [enCert, enKey] = [await given(files.enCert), await given(files.enKey)];
  requireCertificate(ca, files.ca);
  const ofNode = files.cert !== undefined && /^(?:sm_)?ssl\.crt$/i.test(win32.basename(files.cert));
  return {
    ca,
    cert,
    key,
    ...(enCert === undefined ? {} : { enCert }),
    ...(enKey === undefined ? {} : { enKey }),
    ...(ofNode ? { ofNode } : {}),
  };
}

/** The curve sm2p256v1 by its object identifier 1.2.156.10197.1.301, in DER. */
const sm2Curve = Buffer.from("06082a811ccf5501822d", "hex");

/** Whether these files are for SM TLS: an encryption pair is given, or a certificate has an SM2 key. */
export function isSmMaterial(material: TlsMaterial | undefined): material is TlsMaterial {
  if (!material) return false;
  if (material.enCert !== undefined || material.enKey !== undefined) return true;
  return [material.ca, material.cert ?? ""].some((pem) => certificatesIn(pem).some((each) => each.includes(sm2Curve)));
}

/** Node's TLS takes an empty text for no authority at all, and then trusts those of the public web. */
function requireCertificate(ca: string, file: string): void {
  if (!/-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----/.test(ca)) throw clientError("caWithoutCertificate", { file });
}

/** Whether a subject, one attribute a line, says that its owner is a client. */
export const namesClient = (subject: string): boolean => /^(?:CN|OU)=(?:sdk|client)$/im.test(subject);

/**
 * Why a certificate of the chain's CA is not a node's; undefined when nothing speaks against it. Chain builders give nodes and clients
 * certificates of the same kind (docs/protocol/tls.md, "Certificates"), so no more can be told than: it is this client's own, or it says so
 * in its name. One that states other purposes than a server's is refused by TLS itself.
 */
export function impostor(server: X509Certificate, { cert, ofNode }: TlsMaterial): Error | undefined {
  try {
    const keyOf = (certificate: X509Certificate): Buffer =>
      certificate.publicKey.export({ type: "spki", format: "der" });
    const isOwn = cert !== undefined && !ofNode && keyOf(server).equals(keyOf(new X509Certificate(cert)));
    return isOwn || namesClient(server.subject)
      ? clientError("clientAsServer", { subject: oneLine(server.subject) })
      : undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error)); // what cannot be read is not trusted
  }
}

/** The part of Node's TLS options that this client sets. */
interface ClientTlsOptions {
  ca?: string;
  cert?: string;
  key?: string;
  rejectUnauthorized: true;
  checkServerIdentity?: (host: string, shown: PeerCertificate) => Error | undefined;
  minVersion: "TLSv1.2";
}

/**
 * Options for Node's TLS: the chain's CA is the only one trusted; then the host name is not compared, because node certificates
 * name none (docs/protocol/tls.md, "Certificates"), but a client's certificate is not taken for a node's. Without a CA the rules of the
 * public web hold, host name included.
 * @throws ChainError tls `caWithoutCertificate`.
 */
export function tlsConnectOptions(material: TlsMaterial | undefined): ClientTlsOptions {
  if (material) requireCertificate(material.ca, "ca.crt");
  return {
    ...(material ? { ca: material.ca } : {}),
    ...(material?.cert === undefined ? {} : { cert: material.cert }),
    ...(material?.key === undefined ? {} : { key: material.key }),
    rejectUnauthorized: true,
    ...(material ? { checkServerIdentity: (_host, { raw }) => impostor(new X509Certificate(raw), material) } : {}),
    minVersion: "TLSv1.2",
  };
}

/** What a certificate says, for people. */
export interface CertificateFacts {
  subject: string;
  issuer: string;
  validFrom: string;
  validTo: string;
  expired: boolean;
  /** An SM2 key: such a certificate is for SM TLS. */
  sm: boolean;
}

const oneLine = (text: string): string => text.split("\n").join(", ");

export function certificateFacts(certificate: X509Certificate): CertificateFacts {
  const now = Date.now();
  return {
    subject: oneLine(certificate.subject),
    issuer: oneLine(certificate.issuer),
    validFrom: new Date(certificate.validFrom).toISOString(),
    validTo: new Date(certificate.validTo).toISOString(),
    expired: now > Date.parse(certificate.validTo) || now < Date.parse(certificate.validFrom),
    sm: isSm(certificate),
  };
}

const isSm = (certificate: X509Certificate): boolean => certificate.raw.includes(sm2Curve);

/** What can be said of the files without any connection. */
export interface TlsMaterialFacts {
  ca?: CertificateFacts;
  client?: CertificateFacts;
  /** The CA signed the client certificate. Undefined when one of them cannot be read. */
  caSignsClient?: boolean;
  /** The private key belongs to the client certificate. */
  keyMatches?: boolean;
  /** Files that are no PEM of the kind they should be: `ca`, `cert`, `key`, `enCert`, `enKey`. */
  unreadable: string[];
  /** The private key is protected by a password. */
  keyEncrypted?: boolean;
  /** These are files of SM TLS; what follows is said of them alone. */
  sm?: boolean;
  /** The certificate for encryption, and the same of it. */
  encrypt?: CertificateFacts;
  caSignsEncrypt?: boolean;
  encryptKeyMatches?: boolean;
  /** The pairs for signing and for encryption are not for that, by what they say. */
  wrongUse?: boolean;
}

function readCertificate(pem: string | undefined, name: string, unreadable: string[]): X509Certificate | undefined {
  if (pem === undefined) return undefined;
  try {
    return new X509Certificate(pem);
  } catch {
    unreadable.push(name);
    return undefined;
  }
}

/** Looks at certificates and key: who, until when, do they belong together. Never throws. */
export function inspectTlsMaterial(material: TlsMaterial): TlsMaterialFacts {
  const unreadable: string[] = [];
  const facts: TlsMaterialFacts = { unreadable };
  const ca = readCertificate(material.ca, "ca", unreadable);
  const client = readCertificate(material.cert, "cert", unreadable);
  if (ca) facts.ca = certificateFacts(ca);
  if (client) facts.client = certificateFacts(client);
  try {
    if (ca && client) facts.caSignsClient = client.checkIssued(ca) && client.verify(ca.publicKey);
  } catch {
    facts.caSignsClient = false;
  }
  if (material.key !== undefined && isEncryptedPem(material.key)) facts.keyEncrypted = true;
  else if (material.key !== undefined) {
    try {
      const key = createPrivateKey(material.key);
      if (client) facts.keyMatches = client.checkPrivateKey(key);
    } catch {
      if (!facts.client?.sm) unreadable.push("key");
    }
  }
  return facts;
}
