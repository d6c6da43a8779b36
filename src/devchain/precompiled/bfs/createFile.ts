import type { PrecompiledHost } from "../host/host";
import { Refusal, returnCode } from "../host/refusal";
import { dataVersion } from "../host/versions";
import { addEntry, type FileType, fileTypes, makeFolders, pathExists, readLink, writeLink } from "./fileTree";
import { isValidPath, splitPath, under } from "./path";

/** Where files may be made: by anyone, or by the sharding contract. */
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
