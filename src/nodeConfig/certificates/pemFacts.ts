/**
 * What the bytes of a PEM file say: which suite, and which public point. Some hosts (Electron's) know neither SM2 nor secp256k1, and a
 * key must be told from another's there, too. Nothing secret is kept.
 */
interface PemFacts {
  /** Whether there is a PEM block at all. */
  readonly isPem: boolean;
  /** Whether there is a certificate. */
  readonly hasCertificate: boolean;
  /** Whether the first block is a private key that a program can read without a password. */
  readonly key: "none" | "locked" | "open";
  /** Whether the first block is complete: nothing of a locked one shows. */
  readonly isWhole: boolean;
  readonly suite?: "sm" | "secp256k1" | "rsa";
  /** What the key may be used for, where a certificate says so. */
  readonly usage?: { readonly signs: boolean; readonly encrypts: boolean };
  /** The public point of an elliptic curve, 128 lower-case hex digits. */
  readonly point?: string;
}

/** Longer files are not looked through: a certificate takes 2 KB, a chain of them 20. */
const maxLength = 256 * 1024;

/** Object identifiers as DER writes them. */
const identifiers = [
  ["sm", "\x06\x08\x2a\x81\x1c\xcf\x55\x01\x82\x2d"],
  ["secp256k1", "\x06\x05\x2b\x81\x04\x00\x0a"],
  ["rsa", "\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x01\x01"],
] as const;
/** A bit string of 65 bytes without unused bits that begins as an uncompressed point does. */
const pointStart = "\x03\x42\x00\x04";

/** The extension key usage: its identifier, then whether it is critical, which may be left out, and a bit string in an octet string. */
const usageExtension = /\x06\x03\x55\x1d\x0f(?:\x01\x01[\s\S])?\x04[\s\S]\x03[\s\S]{2}([\s\S])/u;
/** Bits of its first byte: digital signature, non-repudiation; key and data encipherment, key agreement. */
const [signing, encrypting] = [0b1100_0000, 0b0011_1000];

function usageOf(bytes: string): PemFacts["usage"] {
  const bits = usageExtension.exec(bytes)?.[1]?.charCodeAt(0);
  return bits === undefined ? undefined : { signs: (bits & signing) !== 0, encrypts: (bits & encrypting) !== 0 };
}

/** The bytes of the first block, a character each; undefined where it is no base 64. */
function firstBlock(pem: string): string | undefined {
  const begin = /-----BEGIN [A-Z0-9 ]+-----/.exec(pem);
  if (!begin) return undefined;
  const from = begin.index + begin[0].length;
  const to = pem.indexOf("-----END", from);
  try {
    return atob(pem.slice(from, to < 0 ? undefined : to).replace(/\s/g, ""));
  } catch {
    return undefined; // encrypted in the old form, or broken
  }
}

/** Whether these are the bytes of one DER value, none missing and none more. */
function isWholeValue(bytes: string): boolean {
  const at = (index: number): number => bytes.charCodeAt(index);
  const first = at(1);
  if (at(0) !== 0x30) return false;
  if (first < 0x80) return bytes.length === 2 + first;
  const count = first & 0x7f;
  if (count > 4) return false;
  let length = 0;
  for (let index = 0; index < count; index++) length = length * 256 + at(2 + index);
  return bytes.length === 2 + count + length;
}

/** What kind of private key the first block is, by its first lines. */
function keyOf(pem: string): PemFacts["key"] {
  const label = /-----BEGIN ([A-Z0-9 ]+)-----/.exec(pem)?.[1] ?? "";
  if (!label.endsWith("PRIVATE KEY")) return "none";
  return label.startsWith("ENCRYPTED") || /^Proc-Type: *4,ENCRYPTED/m.test(pem.slice(0, 4096)) ? "locked" : "open";
}

/** Looks at the first block of a PEM file; `EC PARAMETERS` before a key are passed over. */
export function pemFacts(text: string): PemFacts {
  // a block begins at the begin of a line: before a byte order mark there is none for OpenSSL
  const pem = text
    .slice(0, maxLength)
    .replace(/^\uFEFF-----/u, "")
    .replace(/-----BEGIN EC PARAMETERS-----[^-]*-----END EC PARAMETERS-----/u, "");
  const facts: { -readonly [Name in "isPem" | "hasCertificate" | "key" | "isWhole"]: PemFacts[Name] } = {
    isPem: /-----BEGIN [A-Z0-9 ]+-----/.test(pem),
    hasCertificate: pem.includes("-----BEGIN CERTIFICATE-----"),
    key: keyOf(pem),
    isWhole: false,
  };
  const bytes = firstBlock(pem);
  if (bytes === undefined) return facts;
  facts.isWhole = pem.includes("-----END ") && isWholeValue(bytes);
  const suite = identifiers.find(([, identifier]) => bytes.includes(identifier))?.[0];
  const at = suite === "rsa" || suite === undefined ? -1 : bytes.indexOf(pointStart);
  const raw = at < 0 ? "" : bytes.slice(at + pointStart.length, at + pointStart.length + 64);
  const point = [...raw].map((character) => character.charCodeAt(0).toString(16).padStart(2, "0")).join("");
  const usage = facts.hasCertificate ? usageOf(bytes) : undefined;
  return {
    ...facts,
    ...(suite === undefined ? {} : { suite }),
    ...(point.length === 128 ? { point } : {}),
    ...(usage === undefined ? {} : { usage }),
  };
}
