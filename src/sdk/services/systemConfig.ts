import { getSystemConfig } from "../../chain/services/systemConfig/getSystemConfig";
import { listSystemConfig, type SystemConfigValue } from "../../chain/services/systemConfig/listSystemConfig";
import { type SetSystemConfigRequest, setSystemConfig } from "../../chain/services/systemConfig/setSystemConfig";
import type { Account } from "../base/accounts";
import type { Chain } from "../base/chain";
import type { RequestOptions, WriteOptions, WriteResult } from "../base/records";

export type { SetSystemConfigRequest, SystemConfigValue };

/**
 * A value and the block from which it is in force; undefined when it isn't set.
 * @param key `tx_count_limit`, `feature_balance`, …
 * @returns the value as a text
 * @example
 * ```ts
 * console.log((await systemConfig.get(chain, "tx_count_limit"))?.value); // 1000
 * ```
 */
export const get: (
  chain: Chain,
  key: string,
  options?: RequestOptions,
) => Promise<{ readonly value: string; readonly blockNumber: number } | undefined> = getSystemConfig;

/**
 * All values that are set.
 * @returns keys with their values
 * @example
 * ```ts
 * for (const { key, value } of await systemConfig.list(chain)) console.log(key, value);
 * ```
 */
export const list: (chain: Chain, options?: RequestOptions) => Promise<readonly SystemConfigValue[]> = listSystemConfig;

/**
 * Sets a value, in force from the next block on. Where permissions are enforced, only by a proposal.
 * @param request key and value
 * @returns the return code of the built-in contract and the receipt, when the transaction is in a block
 * @throws ChainError usage `config…` before signing, also for a value that locks people out unless `override` is set
 * @example
 * ```ts
 * await systemConfig.set(chain, account, { key: "tx_count_limit", value: "2000" });
 * ```
 */
export const set: (
  chain: Chain,
  account: Account,
  request: SetSystemConfigRequest,
  options?: WriteOptions,
) => Promise<WriteResult> = setSystemConfig;
