import { KeyFileError } from "../../crypto/keyFiles/keyFileError";
import { belongsTo, readSmKey, readTlcpCredentials, type TlcpCredentials } from "../tlcp/credentials";
import { isSignedBy, readSmCertificates, type SmCertificate } from "../tlcp/smCertificate";
import { allowsPurpose, isValid } from "../tlcp/verifyChain";
import type { CertificateFacts, TlsMaterial, TlsMaterialFacts } from "./tlsMaterial";

/**
 * What the files of an SM connection hold, ready for TLCP.
 * @throws RangeError or KeyFileError for files that cannot work: `inspectSmMaterial` says which.
 */
export function smCredentials({ ca, cert = "", key = "", enCert = "", enKey = "" }: TlsMaterial): TlcpCredentials {
  return readTlcpCredentials({ ca, sign: { cert, key }, encrypt: { cert: enCert, key: enKey } });
}

/** What an SM certificate says, for people. */
export function smCertificateFacts(certificate: SmCertificate): CertificateFacts {
  return {
    subject: certificate.subject,
    issuer: certificate.issuer,
    validFrom: certificate.notBefore.toISOString(),
    validTo: certificate.notAfter.toISOString(),
    expired: !isValid(certificate),
    sm: true,
  };
}

class Inspection {
  readonly facts: TlsMaterialFacts = { unreadable: [], sm: true };

  constructor(readonly material: TlsMaterial) {}

  certificate(name: "ca" | "cert" | "enCert"): SmCertificate[] {
    const pem = this.material[name];
    if (pem === undefined) return [];
    try {
      return readSmCertificates(pem);
    } catch {
      this.facts.unreadable.push(name);
      return [];
    }
  }

  /** Whether the key belongs to the certificate; undefined when one of them cannot be read. */
  keyMatches(name: "key" | "enKey", certificate: SmCertificate | undefined): boolean | undefined {
    const pem = this.material[name];
    if (pem === undefined) return undefined;
    try {
      const keys = readSmKey(pem);
      return certificate && belongsTo(keys, certificate);
    } catch (error) {
      if (error instanceof KeyFileError && error.code === "passwordNeeded") this.facts.keyEncrypted = true;
      else this.facts.unreadable.push(name);
      return undefined;
    }
  }
}

/** The authority, or one behind the certificate in its file that leads there. */
const isIssuedBy = (certificates: readonly SmCertificate[], trusted: readonly SmCertificate[]): boolean =>
  certificates.some((each, i) => {
    const before = i === 0 ? undefined : certificates[i - 1];
    return (!before || isSignedBy(before, each)) && trusted.some((authority) => isSignedBy(each, authority));
  });

/** The same look at SM certificates and keys, both pairs, as `inspectTlsMaterial` takes at those of standard TLS. Never throws. */
export function inspectSmMaterial(material: TlsMaterial): TlsMaterialFacts {
  const look = new Inspection(material);
  const { facts } = look;
  const [ca, sign, encrypt] = [look.certificate("ca"), look.certificate("cert"), look.certificate("enCert")];
  const names = [
    ["ca", ca],
    ["client", sign],
    ["encrypt", encrypt],
  ] as const;
  for (const [name, [certificate]] of names) if (certificate) facts[name] = smCertificateFacts(certificate);
  if (ca.length > 0 && sign.length > 0) facts.caSignsClient = isIssuedBy(sign, ca);
  if (ca.length > 0 && encrypt.length > 0) facts.caSignsEncrypt = isIssuedBy(encrypt, [...ca, ...sign.slice(1)]);
  const [signMatches, encryptMatches] = [look.keyMatches("key", sign[0]), look.keyMatches("enKey", encrypt[0])];
  if (signMatches !== undefined) facts.keyMatches = signMatches;
  if (encryptMatches !== undefined) facts.encryptKeyMatches = encryptMatches;
  const wrongUse =
    (sign[0] && !allowsPurpose(sign[0], "sign")) || (encrypt[0] && !allowsPurpose(encrypt[0], "encrypt"));
  if (wrongUse) facts.wrongUse = true;
  return facts;
}
