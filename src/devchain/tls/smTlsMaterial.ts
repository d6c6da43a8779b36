import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
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
import type { Sm2KeyPair } from "../../crypto/sm2Curve";
import { sm2KeyPair } from "../../crypto/sm2KeyPair";
import { sm2Sign } from "../../crypto/sm2Signing";
import { validity, writeChainFolder } from "./chainFolder";

interface SmSubject {
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
  /** Object identifiers; undefined: no extension says it. */
  purposes?: readonly string[] | undefined;
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
  const { ca, keyUsage, purposes } = request;
  const extensions = [
    ...(ca === undefined ? [] : [extension(extensionIds.basicConstraints, ca, sequence(...(ca ? [yes()] : [])))]),
    ...(keyUsage === undefined ? [] : [extension(extensionIds.keyUsage, false, keyUsageBits(keyUsage))]),
    ...(purposes === undefined
      ? []
      : [extension(extensionIds.extendedKeyUsage, true, sequence(...purposes.map(objectId)))]),
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

const nodeKey = "node0/sm_enssl.key";

/** The files of a whole chain, by their paths: one authority, and two pairs for each of node and client. */
function issueAll(): ReadonlyMap<string, string> {
  const mark = `Chainside-${randomBytes(8).toString("hex")}`;
  const authority = { subject: { commonName: mark, organization: mark, unit: "chain" }, keys: sm2KeyPair() };
  const times = validity();
  const usage = usages.keyCertSign | 0x0200; // and lists of what was revoked
  const own = { subject: authority.subject, publicKey: authority.keys.publicKey, ca: true, keyUsage: usage };
  const caText = issueSmCertificate({ ...own, ...times }, authority);
  const pair = (name: string, unit: string, keyUsage: number): [string, string][] => {
    const keys = sm2KeyPair();
    const subject = { commonName: unit, organization: "fisco-bcos", unit: "agency" };
    const request = { subject, publicKey: keys.publicKey, ca: false, keyUsage, ...times };
    return [
      [`${name}.crt`, issueSmCertificate(request, authority)],
      [`${name}.key`, writePem("sm", keys.privateKey)],
    ];
  };
  return new Map([
    ["ca/sm_ca.crt", caText],
    ["node0/sm_ca.crt", caText],
    ["sdk/sm_ca.crt", caText],
    ["ca/sm_ca.key", writePem("sm", authority.keys.privateKey)],
    ...pair("sdk/sm_sdk", "sdk", purposeUsages.sign),
    ...pair("sdk/sm_ensdk", "ensdk", purposeUsages.encrypt),
    ...pair("node0/sm_ssl", "node", purposeUsages.sign),
    ...pair("node0/sm_enssl", "ennode", purposeUsages.encrypt),
  ]);
}

/**
 * The SM TLS files of a chain in a folder, by the chain builder's names: `ca/`, `node0/` and `sdk/`, the last with what a client
 * needs. Made when the folder has none, else used again (docs/protocol/tls.md).
 * @throws ChainError kind `usage`, code `strangeFile` for a folder with other keys or certificates.
 */
export function smTlsMaterial(folder: string): TlcpMaterial {
  if (!existsSync(join(folder, nodeKey))) writeChainFolder(folder, issueAll(), nodeKey);
  const read = (file: string): string => readFileSync(join(folder, "node0", file), "utf8");
  return {
    ca: read("sm_ca.crt"),
    sign: { cert: read("sm_ssl.crt"), key: read("sm_ssl.key") },
    encrypt: { cert: read("sm_enssl.crt"), key: read("sm_enssl.key") },
  };
}
