import { generateKeyPairSync, randomBytes } from "node:crypto";
import forge from "node-forge";

/** A certificate and its key, as PEM. */
interface Pair {
  readonly cert: string;
  readonly key: string;
}

type Subject = { name: string; value: string }[];

function issue(
  name: string,
  issuer: (Pair & { readonly subject: Subject }) | undefined,
): Pair & { readonly subject: Subject } {
  const keys = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  const subject = [{ name: "commonName", value: name }];
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.publicKeyFromPem(keys.publicKey);
  certificate.serialNumber = `40${randomBytes(8).toString("hex")}`;
  certificate.validity.notBefore = new Date(Date.now() - 86_400_000);
  certificate.validity.notAfter = new Date(Date.now() + 86_400_000);
  certificate.setSubject(subject);
  certificate.setIssuer(issuer?.subject ?? subject);
  certificate.setExtensions([
    { name: "basicConstraints", cA: issuer === undefined },
    {
      name: "subjectAltName",
      altNames: [
        { type: 7, ip: "127.0.0.1" },
        { type: 2, value: "localhost" },
      ],
    },
  ]);
  certificate.sign(forge.pki.privateKeyFromPem(issuer?.key ?? keys.privateKey), forge.md.sha256.create());
  return { cert: forge.pki.certificateToPem(certificate), key: keys.privateKey, subject };
}

/** An authority, with certificates of both sides of a remote signer on this machine, and of a second person. */
export function signerCertificates(): {
  readonly ca: string;
  readonly server: Pair;
  readonly client: Pair;
  readonly second: Pair;
} {
  const ca = issue("signer authority", undefined);
  return {
    ca: ca.cert,
    server: issue("signer", ca),
    client: issue("ops workstation", ca),
    second: issue("second workstation", ca),
  };
}
