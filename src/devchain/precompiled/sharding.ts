import { bytesToHexDigits } from "../../crypto/bytes/hex";
import { isValidPath, linkAt, linkPath, makeDirectory } from "./bfs/fileTree";
import { encodeValues } from "./host/abiBytes";
import { shardingAddress } from "./host/addresses";
import { code, define, type FunctionContext, type FunctionResult, type PrecompiledCode } from "./host/contract";
import type { PrecompiledHost } from "./host/host";
import { Refusal, returnCode } from "./host/refusal";
import { readGovernors } from "./permissionChecks";

const shardTable = "s_contract_shard";

const withoutPrefix = (address: string): string => address.replace(/^0x/, "");
/** A contract that another one made is where that one is, now and later. */
const inherited = "inherent:";

/** Rows that every account may write can lead in a circle: there is no shard. */
function shardOf(host: PrecompiledHost, address: string): string {
  const seen = new Set<string>();
  let found = host.storage.get(shardTable, address) ?? "";
  while (found.startsWith(inherited)) {
    if (seen.has(found)) return "";
    seen.add(found);
    found = host.storage.get(shardTable, found.slice(inherited.length)) ?? "";
  }
  return found;
}

/** Puts a contract where its creator is: the classic executor does it for contracts that contracts make. */
export function inheritShard(host: PrecompiledHost, address: string, creator: string): void {
  if (address !== creator) host.storage.set(shardTable, address, `${inherited}${creator}`);
}

function checkAddress(host: PrecompiledHost, act: string, address: string): void {
  if (/^[0-9a-fA-F]{40}$/.test(address) && isValidPath(address, host.block)) return;
  throw new Refusal(`${act}: invalid contract address: ${address}`);
}

function checkName(act: string, name: string): void {
  if (name.includes("/")) throw new Refusal(`${act}: Shard name should not be a path, please check`);
}

function makeShard({ host }: FunctionContext, name: string): FunctionResult {
  checkName("makeShard", name);
  const result = makeDirectory(host, "sharding", `/shards/${name}`);
  if (result === returnCode.success) return code(result);
  const words = result === returnCode.fileExists ? `shard '${name}' has already exists` : `errorCode: ${result}`;
  throw new Refusal(`ShardPrecompiled BFS makeDir error: ${words}`);
}

function linkShard({ host }: FunctionContext, name: string, rawAddress: string): FunctionResult {
  const address = withoutPrefix(rawAddress);
  checkName("linkShard", name);
  checkAddress(host, "linkShard", address);
  const earlier = shardOf(host, address);
  if (earlier !== "") throw new Refusal(`linkShard: contract has already belongs to a shard: ${earlier}`);
  host.storage.set(shardTable, address, name);
  const result = linkAt(host, "sharding", linkPath("sharding", `${name}/${address}`), address, "");
  if (result !== returnCode.success) throw new Refusal("ShardPrecompiled BFS link error");
  return code(result);
}

function getContractShard({ host }: FunctionContext, rawAddress: string): FunctionResult {
  const address = withoutPrefix(rawAddress);
  checkAddress(host, "getContractShard", address);
  return [0n, shardOf(host, address)];
}

/** `getContractShard(string)` under either suite. */
const readers = ["9c1284bc", "46be3ae1"];

/** Only accounts call it directly, and with permissions on only governors; any caller may ask for a shard. A static call is free. */
async function checkCaller({ host, call }: FunctionContext): Promise<void> {
  if (call.sender === shardingAddress || call.isStatic) return;
  if (call.sender !== call.origin) throw new Refusal("ShardPrecompiled call: request should only call from SDK");
  if (!host.block.authCheck || readers.includes(bytesToHexDigits(call.input.subarray(0, 4)))) return;
  const governors = await readGovernors(host, call.address);
  if (!governors.includes(call.sender)) throw new Refusal("ShardPrecompiled call: Permission denied.");
}

/** 0x1010: groups contracts that run together (docs/protocol/built-in-contracts.md, "Sharding"). */
export const shardingContract: PrecompiledCode = {
  name: "ShardPrecompiled",
  requireCaller: checkCaller,
  otherwise: () => {
    throw new Refusal("ShardPrecompiled call: BFS request should only call from ShardPrecompiled");
  },
  functions: [
    define("makeShard(string)", "int32", (context, args) => makeShard(context, args.text(0))),
    define("linkShard(string,string)", "int32", (context, args) => linkShard(context, args.text(0), args.text(1))),
    define("getContractShard(string)", "int256,string", (context, args) => getContractShard(context, args.text(0))),
    define("setShardInternal(string,string)", "", ({ host }, args) => {
      host.storage.set(shardTable, withoutPrefix(args.text(0)), args.text(1));
      return encodeValues("", []);
    }),
    define("getShardInternal(string)", "int256,string", ({ host }, args) => [
      0n,
      shardOf(host, withoutPrefix(args.text(0))),
    ]),
  ],
};
