import { getSystemConfig } from "../../chain/services/systemConfig/getSystemConfig";
import { listSystemConfig, type SystemConfigValue } from "../../chain/services/systemConfig/listSystemConfig";
import { type SetSystemConfigRequest, setSystemConfig } from "../../chain/services/systemConfig/setSystemConfig";
import type { Account } from "../base/accounts";
import type { Chain } from "../base/chain";
import type { RequestOptions, WriteOptions, WriteResult } from "../base/records";

export type { SetSystemConfigRequest, SystemConfigValue };

/** A value and the block from which it is in force; undefined when it isn't set. */
export const get: (
  chain: Chain,
  key: string,
  options?: RequestOptions,
) => Promise<{ readonly value: string; readonly blockNumber: number } | undefined> = getSystemConfig;

/** All values that are set. */
export const list: (chain: Chain, options?: RequestOptions) => Promise<readonly SystemConfigValue[]> = listSystemConfig;

/**
 * Sets a value, in force from the next block on. Where permissions are enforced, only by a proposal.
 * @throws ChainError usage `config…` before signing, also for a value that locks people out unless `override` is set
 */
export const set: (
  chain: Chain,
  account: Account,
  request: SetSystemConfigRequest,
  options?: WriteOptions,
) => Promise<WriteResult> = setSystemConfig;
