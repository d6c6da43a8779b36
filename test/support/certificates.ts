import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

/** Certificates made on the spot, in the shape a chain builder gives them: a self-signed CA, leaves signed by it, no host names. */
export interface Certificate {
  pem: string;
  keyPem: string;
}

export interface Authority extends Certificate {
  name: string;
  key: KeyObject;
}

function der(tag: number, ...parts: (Uint8Array | string)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part, "hex") : part)));
  const length =
    body.length < 128
      ? [body.length]
      : body.length < 256
        ? [0x81, body.length]
        : [0x82, body.length >> 8, body.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}

const ecdsaWithSha256 = der(0x30, "06082a8648ce3d040302");
/** One relative name: the common name. */
const nameOf = (commonName: string): Buffer =>
  der(0x30, der(0x31, der(0x30, "0603550403", der(0x0c, Buffer.from(commonName, "utf8")))));
const time = (date: Date): Buffer =>
  der(0x18, Buffer.from(`${date.toISOString().replace(/[-:T]/g, "").slice(0, 14)}Z`, "latin1"));
const pemOf = (bytes: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${(bytes.toString("base64").match(/.{1,64}/g) ?? []).join("\n")}\n-----END CERTIFICATE-----\n`;

/** What a certificate may be used for. */
type Purpose = "serverAuth" | "clientAuth";
const purposeIds: Record<Purpose, string> = { serverAuth: "06082b06010505070301", clientAuth: "06082b06010505070302" };
/** The extension that names purposes (extKeyUsage), as field 3 of a certificate of version 3. */
const extensions = (purposes: readonly Purpose[]): Buffer =>
  der(
    0xa3,
    der(
      0x30,
      der(0x30, "0603551d25", der(0x04, der(0x30, ...purposes.map((each) => Buffer.from(purposeIds[each], "hex"))))),
    ),
  );

function issue(
  subject: string,
  publicKey: KeyObject,
  issuer: string,
  issuerKey: KeyObject,
  days: number,
  purposes: readonly Purpose[] = [],
): string {
  const start = Date.now() - 86_400_000 * 2;
  const body = der(
    0x30,
    ...(purposes.length > 0 ? [der(0xa0, "020102")] : []),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    nameOf(issuer),
    der(0x30, time(new Date(start)), time(new Date(Date.now() + 86_400_000 * days))),
    nameOf(subject),
    publicKey.export({ type: "spki", format: "der" }),
    ...(purposes.length > 0 ? [extensions(purposes)] : []),
  );
  const signature = sign("sha256", body, issuerKey);
  return pemOf(der(0x30, body, ecdsaWithSha256, der(0x03, "00", signature)));
}

const keyPem = (key: KeyObject): string => key.export({ type: "pkcs8", format: "pem" }) as string;

/** A self-signed CA. */
export function createAuthority(name = `FISCO-BCOS-${randomBytes(4).toString("hex")}`): Authority {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return { name, key: privateKey, pem: issue(name, publicKey, name, privateKey, 365), keyPem: keyPem(privateKey) };
}

/** A certificate of the CA. `days` below 0 makes one that has expired; without purposes it may be used for everything. */
export function createCertificate(
  authority: Authority,
  name: string,
  days = 365,
  purposes: readonly Purpose[] = [],
  { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" }),
): Certificate {
  return {
    pem: issue(name, publicKey, authority.name, createPrivateKey(authority.keyPem), days, purposes),
    keyPem: keyPem(privateKey),
  };
}
