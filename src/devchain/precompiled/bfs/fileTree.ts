import { bfsLimits, isBfsName } from "../../../chain/abi/builtInLimits";
import { hasAuthRecord, isFolder, noteFolder } from "../host/addresses";
import type { BlockRules, PrecompiledHost } from "../host/host";
import { Refusal, returnCode } from "../host/refusal";
import { dataVersion } from "../host/versions";

/** `directory`, `link` or `contract`: what `list` tells of a file. */
type FileType = "directory" | "link" | "contract";

const fileTypes: ReadonlySet<string> = new Set<FileType>(["directory", "link", "contract"]);

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
const addEntry = (host: PrecompiledHost, folder: string, name: string, type: FileType): void =>
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

const segmentBefore32 = /^[0-9a-zA-Z][^><*?/=+()$"']*$/s;

/** Whether the path may name a file at all (docs/protocol/built-in-contracts.md, "BFS paths"). A byte string. */
export function isValidPath(
  path: string,
  { version, hasFeature }: Pick<BlockRules, "version" | "hasFeature">,
): boolean {
  const maxLength = version >= dataVersion.v3_3 ? bfsLimits.path : bfsLimits.pathBefore3_3;
  if (path === "" || path.length > maxLength) return false;
  if (path === "/") return true;
  const segments = path.replace(/^\//, "").replace(/\/$/, "").split(/\/+/);
  const isAllowed = version >= dataVersion.v3_2 ? isBfsName : (name: string) => segmentBefore32.test(name);
  if (hasFeature("bugfix_auth_check") && segments.some((name) => name.endsWith("_accessAuth"))) return false;
  return segments.length <= bfsLimits.levels && segments.every(isAllowed);
}

/** Folder and last name of a path; one trailing slash does not count. */
export function splitPath(path: string): { parent: string; name: string } {
  if (path === "/") return { parent: "/", name: "/" };
  const trimmed = path.endsWith("/") ? path.slice(0, -1) : path;
  const slash = trimmed.lastIndexOf("/");
  // A path without a slash is its own folder in the node's reading.
  const parent = slash < 0 ? trimmed : trimmed.slice(0, slash);
  return { parent: parent === "" ? "/" : parent, name: trimmed.slice(slash + 1) };
}

/** The path under a folder: one leading slash of the path falls away. */
export const under = (folder: string, path: string): string => `${folder}/${path.replace(/^\//, "")}`;

/** Where files may be made: by every account, or by the sharding contract. */
type FileMaker = "bfs" | "sharding";

function mayMake(maker: FileMaker, path: string, version: number): boolean {
  if (path.startsWith("/apps/") || path.startsWith("/tables/")) return true;
  if (maker === "sharding" && version >= dataVersion.v3_3 && path.startsWith("/shards/")) return true;
  return version >= dataVersion.v3_1 && path.startsWith("/usr/");
}

/**
 * Makes a file and the folders above it; gives a return code.
 * @throws Refusal when a file stands where a folder is needed.
 */
export function touch(host: PrecompiledHost, maker: FileMaker, path: string, type: string): number {
  const { version } = host.block;
  if (!isValidPath(path, host.block)) return returnCode.pathInvalid;
  if (!fileTypes.has(type)) return returnCode.fileTypeInvalid;
  if (!mayMake(maker, path, version)) return returnCode.pathInvalid;
  const { parent, name } = splitPath(path);
  if (!makeFolders(host, type === "directory" ? path : parent)) throw new Refusal("Recursive build bfs dir error.");
  if (type !== "directory") addEntry(host, parent, name, type as FileType);
  return returnCode.success;
}

/** As `touch` through a message of the contract to itself: a refusal becomes the code for a folder that was not made. */
export function touchInside(host: PrecompiledHost, maker: FileMaker, path: string, type: FileType): number {
  try {
    return touch(host, maker, path, type);
  } catch (error) {
    if (error instanceof Refusal) return returnCode.directoryNotMade;
    throw error;
  }
}

export function makeDirectory(host: PrecompiledHost, maker: FileMaker, path: string): number {
  if (pathExists(host, path)) return returnCode.fileExists;
  host.countMessage();
  return touchInside(host, maker, path, "directory");
}

/** Makes or overwrites the link at an absolute path. The address is kept as given, without `0x`, and not checked. */
export function linkAt(host: PrecompiledHost, maker: FileMaker, path: string, address: string, abi: string): number {
  const link = { address: address.replace(/^0x/, ""), abi };
  if (!isValidPath(path, host.block)) return returnCode.pathInvalid;
  if (readLink(host, path)) {
    writeLink(host, path, link);
    return returnCode.success;
  }
  if (pathExists(host, path)) return returnCode.fileExists;
  host.countMessage();
  if (touchInside(host, maker, path, "link") !== returnCode.success) return returnCode.directoryNotMade;
  writeLink(host, path, link);
  return returnCode.success;
}

/** The path of a link that is named relative to /apps or /shards. */
export const linkPath = (maker: FileMaker, path: string): string => under(maker === "bfs" ? "/apps" : "/shards", path);
