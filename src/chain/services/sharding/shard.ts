import type { Address } from "../../../crypto/bytes/hex";
import type { Signer } from "../../../crypto/cryptoSuite";
import { clientError } from "../../../errors/clientError";
import { precompiledError } from "../../../errors/nodeError";
import { isBfsName } from "../../abi/builtInLimits";
import type { RequestOptions } from "../../client/client";
import type { ChainSession } from "../../session";
import {
  readPrecompiled,
  type WriteOptions,
  type WriteOutcome,
  writePrecompiled,
} from "../../transaction/precompiledCall";
import { requireVersion } from "../compatibility";

function requireShardName(session: ChainSession, name: string): void {
  requireVersion(session, "sharding", "3.3.0");
  if (!isBfsName(name)) throw clientError("shardName", { name });
}

/**
 * Makes a shard, a directory below `/shards`. With permission management only a governor.
 * @throws ChainError usage `shardName`, `builtinSwitchedOff`; `execution` 15 when it is there.
 */
export async function makeShard(
  session: ChainSession,
  signer: Signer,
  name: string,
  options?: WriteOptions,
): Promise<WriteOutcome> {
  requireShardName(session, name);
  return writePrecompiled(session, signer, { contract: "Sharding", function: "makeShard", args: [name] }, options);
}

/**
 * Puts a contract into a shard, which is made when it is missing. A contract in a shard stays there.
 * @throws ChainError usage `shardName`, `builtinSwitchedOff`; `execution` 15 when the contract is in one.
 */
export async function linkShard(
  session: ChainSession,
  signer: Signer,
  { name, contract }: { readonly name: string; readonly contract: Address },
  options?: WriteOptions,
): Promise<WriteOutcome> {
  requireShardName(session, name);
  const args = [name, contract];
  return writePrecompiled(session, signer, { contract: "Sharding", function: "linkShard", args }, options);
}

/** Name of the shard of a contract; undefined when it is in none. */
export async function getContractShard(
  session: ChainSession,
  contract: Address,
  options?: RequestOptions,
): Promise<string | undefined> {
  const request = { contract: "Sharding", function: "getContractShard", args: [contract] } as const;
  const [code, name] = await readPrecompiled(session, request, options);
  if (Number(code) < 0)
    throw await precompiledError(Number(code), { contract: "Sharding", function: "getContractShard" });
  return name === "" ? undefined : String(name);
}
