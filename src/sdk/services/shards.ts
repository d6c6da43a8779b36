import { getContractShard, linkShard, makeShard } from "../../chain/services/sharding/shard";
import type { Account } from "../base/accounts";
import type { Chain } from "../base/chain";
import type { Address, RequestOptions, WriteOptions, WriteResult } from "../base/records";

/**
 * Makes a shard.
 * @param name of the shard
 * @returns the return code of the built-in contract and the receipt, when the transaction is in a block
 * @throws ChainError usage `shardName`, `builtinSwitchedOff`
 * @example
 * ```ts
 * await shards.make(chain, account, "europe");
 * ```
 */
export const make: (chain: Chain, account: Account, name: string, options?: WriteOptions) => Promise<WriteResult> =
  makeShard;

/**
 * Puts a contract into a shard, for good.
 * @returns the return code of the built-in contract and the receipt, when the transaction is in a block
 * @example
 * ```ts
 * await shards.link(chain, account, { name: "europe", contract: address });
 * ```
 */
export const link: (
  chain: Chain,
  account: Account,
  request: { readonly name: string; readonly contract: Address },
  options?: WriteOptions,
) => Promise<WriteResult> = linkShard;

/**
 * Shard of a contract; undefined when it is in none.
 * @returns its name
 * @example
 * ```ts
 * console.log(await shards.get(chain, address)); // europe
 * ```
 */
export const get: (chain: Chain, contract: Address, options?: RequestOptions) => Promise<string | undefined> =
  getContractShard;
