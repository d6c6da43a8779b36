import { generateKeyPairSync, randomBytes, X509Certificate } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { TlsServerMaterial } from "../rpc/secureConnections";
import { validity, writeChainFolder } from "./chainFolder";

interface Pair {
  readonly key: string;
  readonly cert: string;
}

/** RSA 2048 through the system's library: in JavaScript one key would take seconds. */
function rsaKeys(): { privateKey: string; publicKey: string } {
  return generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
}

type Forge = typeof import("node-forge");

/**
 * A random number of 16 bytes as DER wants it (X.690, 8.3.2): the first byte is neither 0, which would be superfluous in front of a small
 * byte, nor above 0x7f, which would make it negative. OpenSSL refuses a certificate with either.
 */
export function serialNumber(random: Uint8Array = randomBytes(16)): string {
  const bytes = Buffer.from(random);
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return bytes.toString("hex");
}

/** Certificates in the shape of a chain's own: long-lived, without a host name (tls.md, "Certificates"). */
function issue(
  forge: Forge,
  subject: { name: string; value: string }[],
  issuer: { cert: string; key: string } | undefined,
): Pair {
  const keys = rsaKeys();
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.publicKeyFromPem(keys.publicKey);
  certificate.serialNumber = serialNumber();
  Object.assign(certificate.validity, validity());
  certificate.setSubject(subject);
  certificate.setIssuer(issuer ? forge.pki.certificateFromPem(issuer.cert).subject.attributes : subject);
  certificate.setExtensions([{ name: "basicConstraints", cA: issuer === undefined }]);
  certificate.sign(forge.pki.privateKeyFromPem(issuer?.key ?? keys.privateKey), forge.md.sha256.create());
  return { key: keys.privateKey, cert: forge.pki.certificateToPem(certificate) };
}

/** Certificates of earlier versions had a number now and then that OpenSSL refuses; what is not there is not broken. */
function isBroken(file: string): boolean {
  if (!existsSync(file)) return false;
  try {
    return new X509Certificate(readFileSync(file)).serialNumber === "";
  } catch {
    return true;
  }
}

const nodeKey = "node0/ssl.key";

/** The files of a folder, by their paths in it. The node's key comes last: where it is, the others are. */
function issueAll(forge: Forge): ReadonlyMap<string, string> {
  const mark = randomBytes(8).toString("hex");
  const ca = issue(
    forge,
    [
      { name: "commonName", value: `Chainside-${mark}` },
      { name: "organizationName", value: `Chainside-${mark}` },
      { name: "organizationalUnitName", value: "chain" },
    ],
    undefined,
  );
  const agency = [
    { name: "commonName", value: `Chainside-${mark}` },
    { name: "organizationName", value: "fisco-bcos" },
    { name: "organizationalUnitName", value: "agency" },
  ];
  const [node, sdk] = [issue(forge, agency, ca), issue(forge, agency, ca)];
  return new Map([
    ["ca/ca.key", ca.key],
    ["ca/ca.crt", ca.cert],
    ["node0/ca.crt", ca.cert],
    ["sdk/ca.crt", ca.cert],
    ["sdk/sdk.crt", sdk.cert],
    ["sdk/sdk.key", sdk.key],
    ["node0/ssl.crt", node.cert],
    [nodeKey, node.key],
  ]);
}

/**
 * The TLS files of a chain in a folder: `ca/`, `node0/` and `sdk/` with `ca.crt`, `sdk.crt`, `sdk.key`, which is what a
 * client needs. Made when the folder has none, or one that OpenSSL cannot read, else used again.
 * @throws ChainError kind `usage`, code `strangeFile` for a folder with other certificates.
 */
export async function tlsMaterial(folder: string): Promise<TlsServerMaterial> {
  const certificates = ["node0/ca.crt", "node0/ssl.crt", "sdk/sdk.crt"];
  if (!existsSync(join(folder, nodeKey)) || certificates.some((name) => isBroken(join(folder, name)))) {
    const { default: forge } = await import("node-forge");
    writeChainFolder(folder, issueAll(forge), nodeKey);
  }
  const read = (name: string): string => readFileSync(join(folder, "node0", name), "utf8");
  return { ca: read("ca.crt"), cert: read("ssl.crt"), key: read("ssl.key") };
}
