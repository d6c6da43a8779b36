import { getContractShard, linkShard, makeShard } from "../../chain/services/sharding/shard";
import type { Account } from "../base/accounts";
import type { Chain } from "../base/chain";
import type { Address, RequestOptions, WriteOptions, WriteResult } from "../base/records";

/**
 * Makes a shard.
 * @throws ChainError usage `shardName`, `builtinSwitchedOff`
 */
export const make: (chain: Chain, account: Account, name: string, options?: WriteOptions) => Promise<WriteResult> =
  makeShard;

/** Puts a contract into a shard, for good. */
export const link: (
  chain: Chain,
  account: Account,
  request: { readonly name: string; readonly contract: Address },
  options?: WriteOptions,
) => Promise<WriteResult> = linkShard;

/** Shard of a contract; undefined when it is in none. */
export const get: (chain: Chain, contract: Address, options?: RequestOptions) => Promise<string | undefined> =
  getContractShard;
