import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TlcpMaterial } from "../../chain/tlcp/credentials";
import { derTags, writeDer, writeDerNumber, writeObjectId } from "../../chain/tlcp/der";
import { objectIds, usages, writeSignature } from "../../chain/tlcp/smCertificate";
import { writePem } from "../../crypto/keyFiles/pem";
import { type Sm2KeyPair, sm2KeyPair } from "../../crypto/sm2Exchange";
import { sm2Sign } from "../../crypto/sm2Signing";

export interface SmSubject {
  commonName: string;
  organization: string;
  unit: string;
}

/** What a certificate is to say; whoever signs it and until when is said apart. */
export interface SmRequest {
  subject: SmSubject;
  publicKey: Uint8Array;
  /** Undefined: no extension says it. */
  keyUsage?: number | undefined;
  ca?: boolean | undefined;
  notBefore: Date;
  notAfter: Date;
}

const utf8String = 0x0c;
const explicitVersion = 0xa0;
const explicitExtensions = 0xa3;

function name({ commonName, organization, unit }: SmSubject): Buffer {
  const parts: [string, string][] = [
    ["2.5.4.3", commonName],
    ["2.5.4.10", organization],
    ["2.5.4.11", unit],
  ];
  const sets = parts.map(([id, text]) =>
    writeDer(
      derTags.set,
      writeDer(derTags.sequence, writeObjectId(id), writeDer(utf8String, Buffer.from(text, "utf8"))),
    ),
  );
  return writeDer(derTags.sequence, ...sets);
}

/** Years from 2050 on need the longer form. */
function time(date: Date): Buffer {
  const text = date.toISOString().replace(/[-:T]|\.\d+/g, "");
  return date.getUTCFullYear() < 2050
    ? writeDer(derTags.utcTime, Buffer.from(text.slice(2), "latin1"))
    : writeDer(derTags.generalizedTime, Buffer.from(text, "latin1"));
}

const bitString = (bytes: Uint8Array, unused = 0): Buffer => writeDer(derTags.bitString, Buffer.from([unused]), bytes);

function extension(id: string, critical: boolean, content: Buffer): Buffer {
  const flag = critical ? [writeDer(derTags.boolean, Buffer.from([0xff]))] : [];
  return writeDer(derTags.sequence, writeObjectId(id), ...flag, writeDer(derTags.octetString, content));
}

function keyUsageBits(mask: number): Buffer {
  const high = mask >> 8;
  let unused = 0;
  while (unused < 7 && ((high >> unused) & 1) === 0) unused++;
  return bitString(Buffer.from([high]), unused);
}

const encodePem = (der: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${(der.toString("base64").match(/.{1,64}/g) ?? []).join("\n")}\n-----END CERTIFICATE-----\n`;

/** A certificate in PEM, signed by SM2 with SM3. */
export function issueSmCertificate(request: SmRequest, issuer: { subject: SmSubject; keys: Sm2KeyPair }): string {
  const algorithm = writeDer(derTags.sequence, writeObjectId(objectIds.sm2WithSm3));
  const extensions: Buffer[] = [];
  if (request.ca !== undefined) {
    const flag = request.ca ? [writeDer(derTags.boolean, Buffer.from([0xff]))] : [];
    extensions.push(extension(objectIds.basicConstraints, request.ca, writeDer(derTags.sequence, ...flag)));
  }
  if (request.keyUsage !== undefined)
    extensions.push(extension(objectIds.keyUsage, false, keyUsageBits(request.keyUsage)));
  const curve = writeDer(derTags.sequence, writeObjectId(objectIds.ecPublicKey), writeObjectId(objectIds.sm2Curve));
  const content = writeDer(
    derTags.sequence,
    writeDer(explicitVersion, writeDerNumber(Buffer.from([2]))),
    writeDerNumber(Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    algorithm,
    name(issuer.subject),
    writeDer(derTags.sequence, time(request.notBefore), time(request.notAfter)),
    name(request.subject),
    writeDer(derTags.sequence, curve, bitString(Buffer.concat([Buffer.from([4]), request.publicKey]))),
    ...(extensions.length > 0 ? [writeDer(explicitExtensions, writeDer(derTags.sequence, ...extensions))] : []),
  );
  const signature = sm2Sign(content, issuer.keys.privateKey, issuer.keys.publicKey);
  return encodePem(writeDer(derTags.sequence, content, algorithm, bitString(writeSignature(signature))));
}

const day = 86_400_000;
const century = 36_500;
const signUse = usages.nonRepudiation | usages.digitalSignature;
const encryptUse = usages.keyEncipherment | usages.dataEncipherment | usages.keyAgreement;

/** The certificates of a whole chain: one authority, and two pairs for each of node and client. */
function writeChain(folder: string): void {
  const mark = `Chainside-${randomBytes(8).toString("hex")}`;
  const authority = { subject: { commonName: mark, organization: mark, unit: "chain" }, keys: sm2KeyPair() };
  const validity = { notBefore: new Date(Date.now() - day), notAfter: new Date(Date.now() + century * day) };
  const usage = usages.keyCertSign | 0x0200; // and lists of what was revoked
  const own = { subject: authority.subject, publicKey: authority.keys.publicKey, ca: true, keyUsage: usage };
  const caText = issueSmCertificate({ ...own, ...validity }, authority);
  const secret = { mode: 0o600 };
  const pair = (path: string, certificate: string, key: string, unit: string, keyUsage: number): void => {
    const keys = sm2KeyPair();
    const subject = { commonName: unit, organization: "fisco-bcos", unit: "agency" };
    const request = { subject, publicKey: keys.publicKey, ca: false, keyUsage, ...validity };
    writeFileSync(join(path, certificate), issueSmCertificate(request, authority));
    writeFileSync(join(path, key), writePem("sm", keys.privateKey), secret);
  };
  for (const each of ["ca", "node0", "sdk"]) {
    mkdirSync(join(folder, each), { recursive: true });
    writeFileSync(join(folder, each, "sm_ca.crt"), caText);
  }
  writeFileSync(join(folder, "ca", "sm_ca.key"), writePem("sm", authority.keys.privateKey), secret);
  pair(join(folder, "sdk"), "sm_sdk.crt", "sm_sdk.key", "sdk", signUse);
  pair(join(folder, "sdk"), "sm_ensdk.crt", "sm_ensdk.key", "ensdk", encryptUse);
  pair(join(folder, "node0"), "sm_ssl.crt", "sm_ssl.key", "node", signUse);
  pair(join(folder, "node0"), "sm_enssl.crt", "sm_enssl.key", "ennode", encryptUse);
}

/**
 * The SM TLS files of a chain in a folder, by the chain builder's names: `ca/`, `node0/` and `sdk/`, the last with what a client
 * needs. Made when the folder has none, else used again (docs/protocol/tls.md).
 */
export function smTlsMaterial(folder: string): TlcpMaterial {
  if (!existsSync(join(folder, "node0", "sm_enssl.key"))) writeChain(folder);
  const read = (file: string): string => readFileSync(join(folder, "node0", file), "utf8");
  return {
    ca: read("sm_ca.crt"),
    sign: { cert: read("sm_ssl.crt"), key: read("sm_ssl.key") },
    encrypt: { cert: read("sm_enssl.crt"), key: read("sm_enssl.key") },
  };
}
