import { lstat, mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Address } from "../../crypto/bytes/hex";
import type { CryptoSuiteName } from "../../crypto/cryptoSuite";
import type { ExportedKeyFile } from "../../crypto/keyFiles/exportKeyFile";
import { type ImportedKey, importKeyFile } from "../../crypto/keyFiles/importKeyFile";
import { KeyFileError } from "../../crypto/keyFiles/keyFileError";
import { describeKeyFile } from "../../crypto/keyFiles/keyFileFormat";
import { cryptoSuite } from "../../crypto/suites";
import { maxBytes, readGivenFile } from "../../files/regularFile";
import { t } from "../../text/catalogue";
import { addressInName, isKeyFileName } from "./keyFileNames";
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

/** One account found on disk. Files under a password are listed without opening them: their name tells the address. */
interface ListedAccount {
  file: string;
  format: string;
  suite: string;
  address: Address | undefined;
  /** Not opened: the address is what the file's name says. */
  locked: boolean;
}

async function filesBelow(path: string): Promise<string[]> {
  if (!(await stat(path)).isDirectory()) return [path];
  const names = await readdir(path, { recursive: true, withFileTypes: true });
  return names
    .filter((entry) => entry.isFile() && isKeyFileName(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

async function accountsOf(file: string): Promise<ListedAccount[]> {
  const content = await readGivenFile(file, maxBytes.key);
  try {
    if (describeKeyFile(content).passwordNeeded) {
      const named = addressInName(file) as Address | undefined;
      return [{ file, format: describeKeyFile(content).format, suite: "", address: named, locked: true }];
    }
    const { format, suite, privateKey } = await importKeyFile(content);
    const suites = suite ? [suite] : (["standard", "sm"] as const);
    return suites.map((each) => ({ file, format, suite: each, address: addressOf(each, privateKey), locked: false }));
  } catch (error) {
    if (error instanceof KeyFileError) return [];
    throw error;
  }
}

/** The accounts of key files and of all key files below folders; other files are passed over. */
export async function listAccounts(paths: readonly string[]): Promise<ListedAccount[]> {
  const files = (await Promise.all(paths.map(filesBelow))).flat();
  return (await Promise.all(files.map(accountsOf))).flat();
}
