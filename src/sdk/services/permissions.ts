import {
  type AccountStatus,
  getAccountStatus as getAccountStatusOf,
  setAccountStatus as setAccountStatusOf,
} from "../../chain/services/account/accountStatus";
import { getContractAdmin } from "../../chain/services/contractAuth/contractAdmin";
import {
  type ContractStatus,
  getContractStatus as getContractStatusOf,
  type SetContractStatusRequest,
  setContractStatus as setContractStatusOf,
} from "../../chain/services/contractAuth/contractStatus";
import { getDeployAuthType, hasDeployAuth } from "../../chain/services/contractAuth/deployAuth";
import {
  type ContractMethod,
  checkMethodAuth,
  getMethodAuth as getMethodAuthOf,
  type MethodAuth,
  type MethodAuthType,
  setMethodAuth as setMethodAuthOf,
  setMethodAuthType as setMethodAuthTypeOf,
} from "../../chain/services/contractAuth/methodAuth";
import type { DeployAuthType } from "../../chain/services/governance/propose";
import type { Account } from "../base/accounts";
import type { Chain } from "../base/chain";
import type { Address, RequestOptions, WriteOptions, WriteResult } from "../base/records";

export type {
  AccountStatus,
  ContractMethod,
  ContractStatus,
  DeployAuthType,
  MethodAuth,
  MethodAuthType,
  SetContractStatusRequest,
};

/** Who may deploy contracts. Enforced only where permissions are. */
export const getDeployPolicy: (chain: Chain, options?: RequestOptions) => Promise<DeployAuthType> = getDeployAuthType;

/** Whether an account may deploy by that policy. */
export const mayDeploy: (chain: Chain, account: Address, options?: RequestOptions) => Promise<boolean> = hasDeployAuth;

/** The admin of a contract; undefined when it has none. */
export const getAdmin: (chain: Chain, contract: Address, options?: RequestOptions) => Promise<Address | undefined> =
  getContractAdmin;

/** The policy of a method and the accounts on its list. */
export const getMethodAuth: (chain: Chain, method: ContractMethod, options?: RequestOptions) => Promise<MethodAuth> =
  getMethodAuthOf;

/** Whether an account may call a method by that policy. */
export const mayCall: (
  chain: Chain,
  method: ContractMethod,
  account: Address,
  options?: RequestOptions,
) => Promise<boolean> = checkMethodAuth;

/** Chooses the policy of a method. A white list without an account on it closes the method to all. Only the contract's admin. */
export const setMethodPolicy: (
  chain: Chain,
  account: Account,
  request: ContractMethod & { readonly type: Exclude<MethodAuthType, "none"> },
  options?: WriteOptions,
) => Promise<WriteResult> = setMethodAuthTypeOf;

/** Opens or closes a method for an account. Only the contract's admin, after a policy was chosen. */
export const setMethodAuth: (
  chain: Chain,
  account: Account,
  request: ContractMethod & { readonly account: Address; readonly open: boolean },
  options?: WriteOptions,
) => Promise<WriteResult> = setMethodAuthOf;

/** Whether a contract can be called; undefined for one without a record of rights. */
export const getContractStatus: (
  chain: Chain,
  contract: Address,
  options?: RequestOptions,
) => Promise<ContractStatus | undefined> = getContractStatusOf;

/**
 * Freezes, unfreezes, or abolishes a contract. Only its admin.
 * @throws ChainError usage `frozenForGood` where a chain could never unfreeze it, unless overridden
 */
export const setContractStatus: (
  chain: Chain,
  account: Account,
  request: SetContractStatusRequest,
  options?: WriteOptions,
) => Promise<WriteResult> = setContractStatusOf;

/** Status of an account. */
export const getAccountStatus: (chain: Chain, account: Address, options?: RequestOptions) => Promise<AccountStatus> =
  getAccountStatusOf;

/** Freezes, unfreezes, or abolishes an account, from the next block on. Only a governor. */
export const setAccountStatus: (
  chain: Chain,
  account: Account,
  request: { readonly account: Address; readonly status: AccountStatus },
  options?: WriteOptions,
) => Promise<WriteResult> = setAccountStatusOf;
