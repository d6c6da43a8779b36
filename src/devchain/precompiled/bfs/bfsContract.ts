import { trimBytes } from "../host/abiBytes";
import { noAddress, readAddress, systemConfigAddress } from "../host/addresses";
import { code, define, type FunctionContext, type FunctionResult, type PrecompiledCode } from "../host/contract";
import { internalFailure, Refusal } from "../host/refusal";
import { returnCode } from "../host/returnCode";
import { dataVersion } from "../host/versions";
import { linkAt, linkPath, makeDirectory, touch } from "./createFile";
import { pathExists, readLink, seedFileTree } from "./fileTree";
import { listFiles, listPage } from "./listFiles";
import { under } from "./path";

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
