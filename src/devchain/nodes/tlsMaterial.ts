import { generateKeyPairSync, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TlsServerMaterial } from "../rpc/secureConnections";

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

const century = 36_500;

/** Certificates in the shape of a chain's own: long-lived, without a host name (tls.md, "Certificates"). */
function issue(
  forge: Forge,
  subject: { name: string; value: string }[],
  issuer: { cert: string; key: string } | undefined,
): Pair {
  const keys = rsaKeys();
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.publicKeyFromPem(keys.publicKey);
  certificate.serialNumber = `00${randomBytes(16).toString("hex")}`;
  certificate.validity.notBefore = new Date(Date.now() - 86_400_000);
  certificate.validity.notAfter = new Date(Date.now() + century * 86_400_000);
  certificate.setSubject(subject);
  certificate.setIssuer(issuer ? forge.pki.certificateFromPem(issuer.cert).subject.attributes : subject);
  certificate.setExtensions([{ name: "basicConstraints", cA: issuer === undefined }]);
  certificate.sign(forge.pki.privateKeyFromPem(issuer?.key ?? keys.privateKey), forge.md.sha256.create());
  return { key: keys.privateKey, cert: forge.pki.certificateToPem(certificate) };
}

/**
 * The TLS files of a chain in a folder: `ca/`, `node0/` and `sdk/` with `ca.crt`, `sdk.crt`, `sdk.key`, which is what a
 * client needs. Made when the folder has none, else used again.
 */
export async function tlsMaterial(folder: string): Promise<TlsServerMaterial> {
  const path = (...parts: string[]): string => join(folder, ...parts);
  if (!existsSync(path("node0", "ssl.key"))) {
    const { default: forge } = await import("node-forge");
    for (const name of ["ca", "node0", "sdk"]) mkdirSync(path(name), { recursive: true });
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
    const secret = { mode: 0o600 };
    writeFileSync(path("ca", "ca.key"), ca.key, secret);
    for (const name of ["ca", "node0", "sdk"]) writeFileSync(path(name, "ca.crt"), ca.cert);
    writeFileSync(path("sdk", "sdk.crt"), sdk.cert);
    writeFileSync(path("sdk", "sdk.key"), sdk.key, secret);
    writeFileSync(path("node0", "ssl.crt"), node.cert);
    writeFileSync(path("node0", "ssl.key"), node.key, secret);
  }
  const read = (...parts: string[]): string => readFileSync(path(...parts), "utf8");
  return { ca: read("node0", "ca.crt"), cert: read("node0", "ssl.crt"), key: read("node0", "ssl.key") };
}
