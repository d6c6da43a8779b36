import { type AbiItem, trimBytes } from "../host/abiBytes";
import { noAddress, readAddress, systemConfigAddress } from "../host/addresses";
import { code, define, type FunctionContext, type FunctionResult, type PrecompiledCode } from "../host/contract";
import type { PrecompiledHost } from "../host/host";
import { internalFailure, Refusal, returnCode } from "../host/refusal";
import { dataVersion } from "../host/versions";
import {
  entryDetails,
  type FileEntry,
  fileNames,
  isValidPath,
  linkAt,
  linkPath,
  makeDirectory,
  pathExists,
  readEntry,
  readLink,
  seedFileTree,
  splitPath,
  touch,
  under,
} from "./fileTree";

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
function listFiles(host: PrecompiledHost, path: string): Listing {
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
function listPage(host: PrecompiledHost, path: string, offset: bigint, count: bigint): Listing {
  const entry = findEntry(host, path);
  if (typeof entry === "number") return failed(entry);
  if (entry.type !== "directory") return [0n, describeOne(host, path, entry)];
  const names = fileNames(host, path);
  const page = pageOf(host, names, offset, count);
  if (BigInt(page.length) !== count) return [0n, describeFiles(host, path, page)];
  if (host.block.executorVersion === 1) throw internalFailure(host);
  return [BigInt(names.length) - offset - count, describeFiles(host, path, page)];
}

const filesType = "(string,string,string[])[]";

const isShardPath = (context: FunctionContext, path: string): boolean =>
  context.host.block.version >= dataVersion.v3_3 && path.startsWith("/shards/");

function mkdir(context: FunctionContext, path: string): FunctionResult {
  if (isShardPath(context, path)) return code(returnCode.directoryNotMade);
  return code(makeDirectory(context.host, "bfs", path));
}

function link(context: FunctionContext, path: string, address: string, abi: string): FunctionResult {
  if (isShardPath(context, path)) return code(returnCode.pathInvalid);
  return code(linkAt(context.host, "bfs", linkPath("bfs", path), address, abi));
}

/** The form that replaces the old name service: /apps/<name>/<version>, only for something that is there. */
function linkVersion(context: FunctionContext, rawName: string, rawVersion: string, rawAddress: string, abi: string) {
  const [name, version] = [trimBytes(rawName), trimBytes(rawVersion)];
  const address = rawAddress.replace(/^0x/, "");
  // whatever is stored below /apps under this name counts as a contract: an account's record and a folder too
  if (!pathExists(context.host, under("/apps", address)) || name.includes("/") || version.includes("/"))
    return code(returnCode.addressOrVersionInvalid);
  return code(linkAt(context.host, "bfs", `/apps/${name}/${version}`, address, abi));
}

function readLinkAddress(context: FunctionContext, path: string): FunctionResult {
  const address = readAddress(readLink(context.host, path)?.address ?? noAddress);
  if (address === undefined) throw internalFailure(context.host);
  return [address];
}

function fixBfs(context: FunctionContext, version: bigint): FunctionResult {
  if (version !== BigInt(dataVersion.v3_3)) throw new Refusal("BFSPrecompiled call undefined function!");
  if (context.host.block.executorVersion === 0) return code(returnCode.success);
  throw new Refusal("BFSPrecompiled fixBfs320 backendStorage is null.");
}

/** 0x100e: the chain's file tree (docs/protocol/built-in-contracts.md, "BFS"). */
export const bfsContract: PrecompiledCode = {
  name: "BFSPrecompiled",
  functions: [
    {
      signature: "list(string)",
      returns: `int32,${filesType}`,
      run: (context, args) => listFiles(context.host, args.text(0)),
    },
    {
      signature: "list(string,uint256,uint256)",
      returns: `int256,${filesType}`,
      since: dataVersion.v3_1,
      run: (context, args) => listPage(context.host, args.text(0), args.number(1), args.number(2)),
    },
    define("mkdir(string)", "int32", (context, args) => mkdir(context, args.text(0))),
    define(
      "link(string,string,string)",
      "int256",
      (context, args) => link(context, args.text(0), args.text(1), args.text(2)),
      { since: dataVersion.v3_1 },
    ),
    define("link(string,string,string,string)", "int32", (context, args) =>
      linkVersion(context, args.text(0), args.text(1), args.text(2), args.text(3)),
    ),
    define("readlink(string)", "address", (context, args) => readLinkAddress(context, args.text(0))),
    define("touch(string,string)", "int32", (context, args) =>
      code(touch(context.host, "bfs", args.text(0), args.text(1))),
    ),
    define(
      "initBfs()",
      "",
      ({ host }) => {
        seedFileTree(host);
        return [];
      },
      { since: dataVersion.v3_1 },
    ),
    define("rebuildBfs(uint256,uint256)", "int32", ({ call }) =>
      code(call.sender === systemConfigAddress ? returnCode.success : returnCode.notAuthorized),
    ),
    define("fixBfs(uint256)", "int32", (context, args) => fixBfs(context, args.number(0)), { since: dataVersion.v3_3 }),
  ],
};
