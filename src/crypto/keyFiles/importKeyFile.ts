import { hexToBytes } from "../bytes/hex";
import type { CryptoSuiteName } from "../cryptoSuite";
import { damaged, KeyFileError } from "./keyFileError";
import { describeKeyFile, type KeyFileDescription, textOf } from "./keyFileFormat";

export interface ImportedKey {
  format: KeyFileDescription["format"];
  /** 32 bytes. */
  privateKey: Uint8Array;
  /** Told by the curve or the address in the file; undefined for hex and for a keystore without address. */
  suite: CryptoSuiteName | undefined;
}

function readHex(text: string): Uint8Array {
  const digits = text.replace(/^0x/i, "");
  if (digits.length !== 64) {
    throw damaged(`${digits.length} hex digits instead of 64`);
  }
  return hexToBytes(digits);
}

/**
 * Reads the private key of a PEM, DER, PKCS#12, Ethereum keystore or hex file; the format is told by the content. What a
 * format needs is loaded when it is met.
 * @param password of an encrypted file; an empty text is a password too
 * @throws KeyFileError, whose code tells a wrong password from a damaged file. Its text holds nothing secret.
 */
export async function importKeyFile(content: Uint8Array, password?: string): Promise<ImportedKey> {
  const { format, passwordNeeded } = describeKeyFile(content);
  if (format === "hex") return { format, privateKey: readHex(textOf(content)), suite: undefined };
  if (format === "pem") return { format, ...(await import("./pem")).readPem(textOf(content), password) };
  if (format === "der") return { format, ...(await import("./pem")).readDer(content, passwordNeeded, password) };
  if (format === "json") return { format, ...(await (await import("./openJsonKey")).readOpenKey(textOf(content))) };
  if (password === undefined) throw new KeyFileError("passwordNeeded");
  if (format === "p12") return { format, ...(await import("./pkcs12")).readPkcs12(content, password) };
  return { format, ...(await (await import("./keystore")).readKeystore(textOf(content), password)) };
}
