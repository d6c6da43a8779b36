import { KeyFileError } from "./keyFileError";

export type KeyFileFormat = "pem" | "p12" | "keystore" | "hex";

/** What a key file is, as far as can be told without its password. */
export interface KeyFileDescription {
  format: KeyFileFormat;
  /** PEM: only when encrypted. PKCS#12 and keystore: always, though it may be an empty one. */
  passwordNeeded: boolean;
}

/** Text of the content without byte order mark and surrounding blanks. */
export function textOf(content: Uint8Array): string {
  return new TextDecoder().decode(content).trim();
}

/**
 * Tells the format by the content, not by the file's name.
 * @throws KeyFileError code `unknownFormat`.
 */
export function describeKeyFile(content: Uint8Array): KeyFileDescription {
  if (content[0] === 0x30 && content.length > 64 && (content[1] ?? 0) >= 0x80)
    return { format: "p12", passwordNeeded: true };
  const text = textOf(content);
  if (text.includes("-----BEGIN ")) {
    const encrypted = /-----BEGIN ENCRYPTED PRIVATE KEY-----|^\s*Proc-Type:.*ENCRYPTED/m.test(text);
    return { format: "pem", passwordNeeded: encrypted };
  }
  if (text.startsWith("{")) return { format: "keystore", passwordNeeded: true };
  if (/^(?:0x)?[0-9a-fA-F]{1,200}$/.test(text)) return { format: "hex", passwordNeeded: false };
  throw new KeyFileError("unknownFormat");
}
