import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Address } from "../../crypto/bytes/hex";
import { importKeyFile } from "../../crypto/keyFiles/importKeyFile";
import { KeyFileError } from "../../crypto/keyFiles/keyFileError";
import { describeKeyFile } from "../../crypto/keyFiles/keyFileFormat";
import { maxBytes, readGivenFile } from "../../files/regularFile";
import { addressInName, isKeyFileName } from "./keyFileNames";
import { addressOf } from "./keyFileOnDisk";

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
