import type { AbiItem } from "../host/abiBytes";
import type { PrecompiledHost } from "../host/host";
import { internalFailure } from "../host/refusal";
import { returnCode } from "../host/returnCode";
import { dataVersion } from "../host/versions";
import { entryDetails, type FileEntry, fileNames, pathExists, readEntry, readLink } from "./fileTree";
import { isValidPath, splitPath } from "./path";

const maxEntries = 500;

type Listing = readonly [left: bigint, files: AbiItem[]];

const failed = (code: number): Listing => [BigInt(code), []];

/** The file as its folder knows it; a file that no folder lists is not there. */
function findEntry(host: PrecompiledHost, path: string): FileEntry | number {
  if (!isValidPath(path, host.block)) return returnCode.pathInvalid;
  if (!pathExists(host, path)) return returnCode.fileMissing;
  const { parent, name } = splitPath(path);
  if (path === "/") return { type: "directory", listMode: "0", white: "", black: "" };
  return readEntry(host, parent, name) ?? returnCode.fileMissing;
}

function describeFiles(host: PrecompiledHost, folder: string, names: readonly string[]): AbiItem[] {
  const withDetails = host.block.version >= dataVersion.v3_1;
  return names.flatMap((name): AbiItem[] => {
    const entry = readEntry(host, folder, name);
    return entry ? [[name, entry.type, withDetails ? entryDetails(entry) : []]] : [];
  });
}

function describeOne(host: PrecompiledHost, path: string, entry: FileEntry): AbiItem[] {
  const { name } = splitPath(path);
  if (entry.type === "contract") return [[name, "contract", entryDetails(entry)]];
  const link = readLink(host, path);
  return link ? [[name, "link", [link.address, link.abi]]] : [];
}

/** `list(string)`: at most 500 files of a folder, or the one file itself. */
export function listFiles(host: PrecompiledHost, path: string): Listing {
  const entry = findEntry(host, path);
  if (typeof entry === "number") return failed(entry);
  if (entry.type !== "directory") return [0n, describeOne(host, path, entry)];
  return [0n, describeFiles(host, path, fileNames(host, path).slice(0, maxEntries))];
}

/**
 * The names of one page. The baseline executor finds nothing behind an offset and everything for offset and count 0
 * (docs/protocol/built-in-contracts.md, "Pages").
 */
function pageOf(host: PrecompiledHost, names: readonly string[], offset: bigint, count: bigint): readonly string[] {
  if (host.block.executorVersion === 0) return names.slice(Number(offset), Number(offset + count));
  if (offset > 0n) return [];
  return count === 0n ? names : names.slice(0, Number(count));
}

/**
 * `list(string,uint256,uint256)`: a page of a folder, with the number of files behind it when the page is full.
 * @throws Refusal under the baseline executor when the page is full, because counting fails there.
 */
export function listPage(host: PrecompiledHost, path: string, offset: bigint, count: bigint): Listing {
  const entry = findEntry(host, path);
  if (typeof entry === "number") return failed(entry);
  if (entry.type !== "directory") return [0n, describeOne(host, path, entry)];
  const names = fileNames(host, path);
  const page = pageOf(host, names, offset, count);
  if (BigInt(page.length) !== count) return [0n, describeFiles(host, path, page)];
  if (host.block.executorVersion === 1) throw internalFailure(host);
  return [BigInt(names.length) - offset - count, describeFiles(host, path, page)];
}
