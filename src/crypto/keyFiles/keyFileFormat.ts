import { KeyFileError } from "./keyFileError";
import { hasOpenKey } from "./openJsonKey";
import { isEncryptedPem } from "./pemText";

export type KeyFileFormat = "pem" | "p12" | "keystore" | "hex";

/** What a key file is, as far as can be told without its password. */
export interface KeyFileDescription {
  /** `der`: what a PEM holds, without its lines; `json`: a key that stands in JSON openly. Both are read, never written. */
  format: KeyFileFormat | "der" | "json";
  /** PEM and DER: only when encrypted. PKCS#12 and keystore: always, though it may be an empty one. */
  passwordNeeded: boolean;
}

/** What a keystore has and other JSON, such as `nodes.json`, has not: also told of one that was cut or changed. */
const keystoreMember = /"(?:crypto"\s*:\s*\{|version"\s*:\s*3\b)/i;

/** Text of the content without byte order mark and surrounding blanks. */
export function textOf(content: Uint8Array): string {
  return new TextDecoder().decode(content).trim();
}

/**
 * What a DER or BER sequence is, by its first member: PKCS#12 has the number 3, PKCS#8 0, SEC 1 1, and PKCS#8 under a password a sequence.
 * A damaged head is taken for PKCS#12, the common one.
 */
function describeBinary(content: Uint8Array): KeyFileDescription | undefined {
  const [tag, length = 0] = content;
  if (tag !== 0x30 || content.length <= 64) return undefined;
  const start = length > 0x80 ? 2 + (length & 0x7f) : 2;
  const stated = length < 0x80 ? length : content.subarray(2, start).reduce((size, byte) => size * 256 + byte, 0);
  if (start + stated === content.length) {
    const [first, size, number] = content.subarray(start, start + 3);
    if (first === 0x02 && size === 1 && (number ?? 3) < 2) return { format: "der", passwordNeeded: false };
    // a sequence that doesn't begin with the name of a cipher is that of a certificate
    if (first === 0x30) {
      const inner = content.subarray(start + ((size ?? 0) < 0x80 ? 2 : 2 + ((size ?? 0) & 0x7f)));
      if (inner[0] !== 0x06) throw new KeyFileError("unknownFormat");
      return { format: "der", passwordNeeded: true };
    }
  }
  return length >= 0x80 ? { format: "p12", passwordNeeded: true } : undefined;
}

/**
 * Tells the format by the content, not by the file's name.
 * @throws KeyFileError code `unknownFormat`.
 */
export function describeKeyFile(content: Uint8Array): KeyFileDescription {
  const binary = describeBinary(content);
  if (binary) return binary;
  const text = textOf(content);
  if (text.includes("-----BEGIN ")) return { format: "pem", passwordNeeded: isEncryptedPem(text) };
  if (text.startsWith("{") && hasOpenKey(text)) return { format: "json", passwordNeeded: false };
  if (text.startsWith("{") && keystoreMember.test(text)) return { format: "keystore", passwordNeeded: true };
  if (/^(?:0x)?[0-9a-fA-F]{1,200}$/.test(text)) return { format: "hex", passwordNeeded: false };
  throw new KeyFileError("unknownFormat");
}
