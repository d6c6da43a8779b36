import { lstat, mkdir, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Address } from "../../crypto/bytes/hex";
import type { CryptoSuiteName } from "../../crypto/cryptoSuite";
import type { ExportedKeyFile } from "../../crypto/keyFiles/exportKeyFile";
import { type ImportedKey, importKeyFile } from "../../crypto/keyFiles/importKeyFile";
import { KeyFileError } from "../../crypto/keyFiles/keyFileError";
import { cryptoSuite } from "../../crypto/suites";
import { maxBytes, readGivenFile } from "../../files/regularFile";
import { t } from "../../text/catalogue";
import { readPassword } from "./passwords";

/**
 * Reads a key file, asking for its password once it turns out to need one.
 * @param variable environment variable with the password
 */
export async function readKeyFile(
  path: string,
  passwordFile: string | undefined,
  variable = "CHAINSIDE_PASSWORD",
): Promise<ImportedKey> {
  const content = await readGivenFile(path, maxBytes.key);
  try {
    return await importKeyFile(content);
  } catch (error) {
    if (!(error instanceof KeyFileError) || error.code !== "passwordNeeded") throw error;
    const password = await readPassword(passwordFile, variable, `${t("Password of {0}:", path)} `);
    if (password === undefined) throw error;
    return importKeyFile(content, password);
  }
}

export function addressOf(suite: CryptoSuiteName, privateKey: Uint8Array): Address {
  const { address, publicKey } = cryptoSuite(suite);
  return address(publicKey(privateKey));
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isDirectory();
  } catch {
    return /[\\/]$/.test(path);
  }
}

/**
 * Writes the file readable by its owner alone, and never over another: `out` is a file or a folder.
 * @returns the path written
 */
export async function writeKeyFile(file: ExportedKeyFile, out: string): Promise<string> {
  const path = (await isFolder(out)) ? join(out, file.fileName) : out;
  const place = resolve(path);
  await mkdir(dirname(place), { recursive: true });
  await writeFile(place, file.content, { mode: 0o600, flag: "wx" });
  if (file.publicFile) await writeFile(`${place}.pub`, file.publicFile.content, { flag: "wx" });
  return path;
}
