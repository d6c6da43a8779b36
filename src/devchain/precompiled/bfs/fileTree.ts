import { hasAuthRecord, isFolder, noteFolder } from "../host/folders";
import type { PrecompiledHost } from "../host/host";
import { dataVersion } from "../host/versions";

/** `directory`, `link` or `contract`: what `list` tells of a file. */
export type FileType = "directory" | "link" | "contract";

export const fileTypes: ReadonlySet<string> = new Set<FileType>(["directory", "link", "contract"]);

/** A file as its folder knows it. The list modes belong to `/apps`: who may deploy. Byte strings. */
export interface FileEntry {
  readonly type: FileType;
  readonly listMode: string;
  readonly white: string;
  readonly black: string;
}

interface FileLink {
  /** As it was given, without `0x`. */
  readonly address: string;
  readonly abi: string;
}

const links = "s_bfs_links";
const entriesOf = (folder: string): string => `s_bfs:${folder}`;

const plain = (type: FileType): FileEntry => ({ type, listMode: "0", white: "", black: "" });

/** The five texts that `list` gives with a file; the first data version gave none. */
export const entryDetails = (entry: FileEntry): string[] => ["0", entry.listMode, entry.white, entry.black, ""];

/** What the folder says of a file in it. */
export function readEntry(host: PrecompiledHost, folder: string, name: string): FileEntry | undefined {
  const row = host.storage.get(entriesOf(folder), name);
  return row === undefined ? undefined : (JSON.parse(row) as FileEntry);
}

export function writeEntry(host: PrecompiledHost, folder: string, name: string, entry: FileEntry): void {
  host.storage.set(entriesOf(folder), name, JSON.stringify(entry));
}

/** Names of the files of a folder in byte order. */
export const fileNames = (host: PrecompiledHost, folder: string): string[] =>
  [...host.storage.keys(entriesOf(folder))].sort((a, b) => (a < b ? -1 : 1));

export function readLink(host: PrecompiledHost, path: string): FileLink | undefined {
  const row = host.storage.get(links, path);
  return row === undefined ? undefined : (JSON.parse(row) as FileLink);
}

export function writeLink(host: PrecompiledHost, path: string, link: FileLink): void {
  host.storage.set(links, path, JSON.stringify({ address: link.address, abi: link.abi }));
}

/** Whether something is stored under the path: a folder, a link, or an account, which no folder lists. */
export function pathExists(host: PrecompiledHost, path: string): boolean {
  if (isFolder(host, path) || readLink(host, path)) return true;
  const [, account, record] = /^\/apps\/([0-9a-f]{40})(_accessAuth)?$/.exec(path) ?? [];
  if (account === undefined) return false;
  // beside a contract stands the record of who rules it
  return record === undefined ? host.accounts.exists(account) : hasAuthRecord(host, account);
}

/** Puts a file into its folder. */
export const addEntry = (host: PrecompiledHost, folder: string, name: string, type: FileType): void =>
  writeEntry(host, folder, name, plain(type));

/** Makes a folder and every folder above it that is missing. False when a file that is no folder is in the way. */
export function makeFolders(host: PrecompiledHost, path: string): boolean {
  let folder = "/";
  for (const name of path.split("/").filter((part) => part !== "")) {
    const next = folder === "/" ? `/${name}` : `${folder}/${name}`;
    const entry = readEntry(host, folder, name);
    if (entry && entry.type !== "directory") return false;
    if (!entry) {
      addEntry(host, folder, name, "directory");
      noteFolder(host, next);
    }
    folder = next;
  }
  return true;
}

/** Names under /sys with the addresses they stand for, and the data version that brought them. */
const systemLinks: readonly (readonly [name: string, address: string, since: number])[] = [
  ["account_manager", "10003", 0],
  ["auth", "1005", 0],
  ["bfs", "100e", 0],
  ["cast_tools", "100f", dataVersion.v3_2],
  ["consensus", "1003", 0],
  ["crypto_tools", "100a", 0],
  ["dag_test", "100c", 0],
  ["discrete_zkp", "5100", 0],
  ["group_sig", "5004", 0],
  ["kv_storage", "1009", 0],
  ["ring_sig", "5005", 0],
  ["sharding", "1010", dataVersion.v3_3],
  ["status", "1000", 0],
  ["table_manager", "1002", 0],
  ["table_storage", "1001", 0],
];

/** The tree that a new chain has: /apps, /sys with its links, /tables, /usr. Does nothing on a chain that has one. */
export function seedFileTree(host: PrecompiledHost): void {
  if (isFolder(host, "/")) return;
  noteFolder(host, "/");
  for (const folder of ["/apps", "/usr", "/tables", "/sys"]) makeFolders(host, folder);
  for (const [name, digits, since] of systemLinks) {
    if (host.block.version < since) continue;
    addEntry(host, "/sys", name, "link");
    writeLink(host, `/sys/${name}`, { address: digits.padStart(40, "0"), abi: "" });
  }
}
