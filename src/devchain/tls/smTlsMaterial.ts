import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { TlcpMaterial } from "../../chain/tlcp/credentials";
import { extensionIds, usages } from "../../chain/tlcp/smCertificate";
import { purposeUsages } from "../../chain/tlcp/verifyChain";
import {
  bits,
  context,
  encodeDer,
  integer,
  type Node,
  objectId,
  octets,
  sequence,
  set,
  signatureDer,
  smallInteger,
  time,
  utf8,
  yes,
} from "../../crypto/asn1";
import { ids, signatureIds } from "../../crypto/keyFiles/curveIds";
import { encodeBlock, writePem } from "../../crypto/keyFiles/pem";
import { publicKeyInfo } from "../../crypto/keyFiles/privateKeyInfo";
import { type Sm2KeyPair, sm2KeyPair } from "../../crypto/sm2KeyPair";
import { sm2Sign } from "../../crypto/sm2Signing";
import { writeNewFile } from "../../processes/exclusive/ownFile";
import { dayMs } from "../../time/units";

export interface SmSubject {
  commonName: string;
  organization: string;
  unit: string;
}

/** What a certificate is to say; its issuer and its end are said apart. */
export interface SmRequest {
  subject: SmSubject;
  publicKey: Uint8Array;
  /** Undefined: no extension says it. */
  keyUsage?: number | undefined;
  ca?: boolean | undefined;
  notBefore: Date;
  notAfter: Date;
}

function name({ commonName, organization, unit }: SmSubject): Node {
  const parts: [string, string][] = [
    [ids.commonName, commonName],
    ["2.5.4.10", organization],
    ["2.5.4.11", unit],
  ];
  return sequence(...parts.map(([id, text]) => set(sequence(objectId(id), utf8(text)))));
}

const extension = (id: string, critical: boolean, content: Node): Node =>
  sequence(objectId(id), ...(critical ? [yes()] : []), octets(encodeDer(content)));

function keyUsageBits(mask: number): Node {
  const high = mask >> 8;
  let unused = 0;
  while (unused < 7 && ((high >> unused) & 1) === 0) unused++;
  return bits(Uint8Array.of(high), unused);
}

/** A certificate in PEM, signed by SM2 with SM3. */
export function issueSmCertificate(request: SmRequest, issuer: { subject: SmSubject; keys: Sm2KeyPair }): string {
  const algorithm = sequence(objectId(signatureIds.sm));
  const { ca, keyUsage } = request;
  const extensions = [
    ...(ca === undefined ? [] : [extension(extensionIds.basicConstraints, ca, sequence(...(ca ? [yes()] : [])))]),
    ...(keyUsage === undefined ? [] : [extension(extensionIds.keyUsage, false, keyUsageBits(keyUsage))]),
  ];
  const content = sequence(
    context(0, smallInteger(2)),
    integer(Uint8Array.of(1, ...randomBytes(15))),
    algorithm,
    name(issuer.subject),
    sequence(time(request.notBefore), time(request.notAfter)),
    name(request.subject),
    publicKeyInfo("sm", request.publicKey),
    ...(extensions.length > 0 ? [context(3, sequence(...extensions))] : []),
  );
  const signature = sm2Sign(encodeDer(content), issuer.keys.privateKey, issuer.keys.publicKey);
  return encodeBlock("CERTIFICATE", sequence(content, algorithm, bits(signatureDer(signature))));
}

const century = 36_500;

/** The certificates of a whole chain: one authority, and two pairs for each of node and client. */
function writeChain(folder: string): void {
  const mark = `Chainside-${randomBytes(8).toString("hex")}`;
  const authority = { subject: { commonName: mark, organization: mark, unit: "chain" }, keys: sm2KeyPair() };
  const validity = { notBefore: new Date(Date.now() - dayMs), notAfter: new Date(Date.now() + century * dayMs) };
  const usage = usages.keyCertSign | 0x0200; // and lists of what was revoked
  const own = { subject: authority.subject, publicKey: authority.keys.publicKey, ca: true, keyUsage: usage };
  const caText = issueSmCertificate({ ...own, ...validity }, authority);
  const pair = (path: string, certificate: string, key: string, unit: string, keyUsage: number): void => {
    const keys = sm2KeyPair();
    const subject = { commonName: unit, organization: "fisco-bcos", unit: "agency" };
    const request = { subject, publicKey: keys.publicKey, ca: false, keyUsage, ...validity };
    writeNewFile(join(path, certificate), issueSmCertificate(request, authority));
    writeNewFile(join(path, key), writePem("sm", keys.privateKey), "secret");
  };
  for (const each of ["ca", "node0", "sdk"]) {
    mkdirSync(join(folder, each), { recursive: true });
    writeNewFile(join(folder, each, "sm_ca.crt"), caText);
  }
  writeNewFile(join(folder, "ca", "sm_ca.key"), writePem("sm", authority.keys.privateKey), "secret");
  pair(join(folder, "sdk"), "sm_sdk.crt", "sm_sdk.key", "sdk", purposeUsages.sign);
  pair(join(folder, "sdk"), "sm_ensdk.crt", "sm_ensdk.key", "ensdk", purposeUsages.encrypt);
  pair(join(folder, "node0"), "sm_ssl.crt", "sm_ssl.key", "node", purposeUsages.sign);
  pair(join(folder, "node0"), "sm_enssl.crt", "sm_enssl.key", "ennode", purposeUsages.encrypt);
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
