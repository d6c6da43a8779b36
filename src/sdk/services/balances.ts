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
 * @returns wei
 * @throws ChainError usage `builtinSwitchedOff` without feature_balance_precompiled
 * @example
 * ```ts
 * console.log(await balances.get(chain, account.address)); // 0n
 * ```
 */
export const get: (chain: Chain, account: Address, options?: RequestOptions) => Promise<bigint> = getBalance;

/**
 * Adds to, takes from, or moves between balances. Only those of `listGovernors`.
 * @param change what happens to which balance
 * @returns the return code of the built-in contract and the receipt, when the transaction is in a block
 * @example
 * ```ts
 * await balances.change(chain, account, { kind: "add", account: address, wei: 10n ** 18n });
 * ```
 */
export const change: (
  chain: Chain,
  account: Account,
  change: BalanceChange,
  options?: WriteOptions,
) => Promise<WriteResult> = changeBalance;

/**
 * Accounts and contracts that may change balances.
 * @returns their addresses
 * @example
 * ```ts
 * console.log(await balances.listGovernors(chain));
 * ```
 */
export const listGovernors: (chain: Chain, options?: RequestOptions) => Promise<readonly Address[]> =
  listBalanceGovernors;

/**
 * Gives the right to change balances, or takes it away. Only a governor of the committee.
 * @returns the return code of the built-in contract and the receipt, when the transaction is in a block
 * @example
 * ```ts
 * await balances.setGovernor(chain, account, { account: address, registered: true });
 * ```
 */
export const setGovernor: (
  chain: Chain,
  account: Account,
  request: { readonly account: Address; readonly registered: boolean },
  options?: WriteOptions,
) => Promise<WriteResult> = setBalanceGovernor;
