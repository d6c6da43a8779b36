import {
  type BalanceChange,
  changeBalance,
  getBalance,
  listBalanceGovernors,
  setBalanceGovernor,
} from "../../chain/services/balance/balance";
import type { Account } from "../base/accounts";
import type { Chain } from "../base/chain";
import type { Address, RequestOptions, WriteOptions, WriteResult } from "../base/records";

export type { BalanceChange };

/**
 * Balance of an account in wei.
 * @throws ChainError usage `builtinSwitchedOff` without feature_balance_precompiled
 */
export const get: (chain: Chain, account: Address, options?: RequestOptions) => Promise<bigint> = getBalance;

/** Adds to, takes from, or moves between balances. Only those of `listGovernors`. */
export const change: (
  chain: Chain,
  account: Account,
  change: BalanceChange,
  options?: WriteOptions,
) => Promise<WriteResult> = changeBalance;

/** Accounts and contracts that may change balances. */
export const listGovernors: (chain: Chain, options?: RequestOptions) => Promise<readonly Address[]> =
  listBalanceGovernors;

/** Gives the right to change balances, or takes it away. Only a governor of the committee. */
export const setGovernor: (
  chain: Chain,
  account: Account,
  request: { readonly account: Address; readonly registered: boolean },
  options?: WriteOptions,
) => Promise<WriteResult> = setBalanceGovernor;
