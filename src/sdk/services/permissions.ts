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

/**
 * Who may deploy contracts. Enforced only where permissions are.
 * @returns the policy
 * @example
 * ```ts
 * console.log(await permissions.getDeployPolicy(chain)); // none
 * ```
 */
export const getDeployPolicy: (chain: Chain, options?: RequestOptions) => Promise<DeployAuthType> = getDeployAuthType;

/**
 * Whether an account may deploy by that policy.
 * @returns true where the account may
 * @example
 * ```ts
 * if (!(await permissions.mayDeploy(chain, account.address))) console.log("ask a governor");
 * ```
 */
export const mayDeploy: (chain: Chain, account: Address, options?: RequestOptions) => Promise<boolean> = hasDeployAuth;

/**
 * The admin of a contract; undefined when it has none.
 * @returns its address
 * @example
 * ```ts
 * console.log((await permissions.getAdmin(chain, address)) === account.address);
 * ```
 */
export const getAdmin: (chain: Chain, contract: Address, options?: RequestOptions) => Promise<Address | undefined> =
  getContractAdmin;

/**
 * The policy of a method and the accounts on its list.
 * @param method contract, and the method's selector or signature
 * @returns the policy, and whom it names
 * @example
 * ```ts
 * console.log(await permissions.getMethodAuth(chain, { contract: address, method: "setLabel(string)" }));
 * ```
 */
export const getMethodAuth: (chain: Chain, method: ContractMethod, options?: RequestOptions) => Promise<MethodAuth> =
  getMethodAuthOf;

/**
 * Whether an account may call a method by that policy.
 * @param method contract, and the method's selector or signature
 * @returns true where the account may
 * @example
 * ```ts
 * const method = { contract: address, method: "setLabel(string)" };
 * console.log(await permissions.mayCall(chain, method, account.address));
 * ```
 */
export const mayCall: (
  chain: Chain,
  method: ContractMethod,
  account: Address,
  options?: RequestOptions,
) => Promise<boolean> = checkMethodAuth;

/**
 * Chooses the policy of a method. A white list without an account on it closes the method to all. Only the contract's admin.
 * @returns the return code of the built-in contract and the receipt, when the transaction is in a block
 * @example
 * ```ts
 * const method = { contract: address, method: "setLabel(string)" };
 * await permissions.setMethodPolicy(chain, account, { ...method, type: "whiteList" });
 * ```
 */
export const setMethodPolicy: (
  chain: Chain,
  account: Account,
  request: ContractMethod & { readonly type: Exclude<MethodAuthType, "none"> },
  options?: WriteOptions,
) => Promise<WriteResult> = setMethodAuthTypeOf;

/**
 * Opens or closes a method for an account. Only the contract's admin, after a policy was chosen.
 * @returns the return code of the built-in contract and the receipt, when the transaction is in a block
 * @example
 * ```ts
 * const method = { contract: address, method: "setLabel(string)" };
 * await permissions.setMethodAuth(chain, account, { ...method, account: account.address, open: true });
 * ```
 */
export const setMethodAuth: (
  chain: Chain,
  account: Account,
  request: ContractMethod & { readonly account: Address; readonly open: boolean },
  options?: WriteOptions,
) => Promise<WriteResult> = setMethodAuthOf;

/**
 * Whether a contract can be called; undefined for one without a record of rights.
 * @returns `available`, `frozen`, or `abolished`
 * @example
 * ```ts
 * console.log(await permissions.getContractStatus(chain, address));
 * ```
 */
export const getContractStatus: (
  chain: Chain,
  contract: Address,
  options?: RequestOptions,
) => Promise<ContractStatus | undefined> = getContractStatusOf;

/**
 * Freezes, unfreezes, or abolishes a contract. Only its admin.
 * @returns the return code of the built-in contract and the receipt, when the transaction is in a block
 * @throws ChainError usage `frozenForGood` where a chain could never unfreeze it, unless overridden
 * @example
 * ```ts
 * await permissions.setContractStatus(chain, account, { contract: address, status: "frozen" });
 * ```
 */
export const setContractStatus: (
  chain: Chain,
  account: Account,
  request: SetContractStatusRequest,
  options?: WriteOptions,
) => Promise<WriteResult> = setContractStatusOf;

/**
 * Status of an account.
 * @returns `available`, `frozen`, or `abolished`
 * @example
 * ```ts
 * console.log(await permissions.getAccountStatus(chain, address));
 * ```
 */
export const getAccountStatus: (chain: Chain, account: Address, options?: RequestOptions) => Promise<AccountStatus> =
  getAccountStatusOf;

/**
 * Freezes, unfreezes, or abolishes an account, from the next block on. Only a governor.
 * @returns the return code of the built-in contract and the receipt, when the transaction is in a block
 * @example
 * ```ts
 * await permissions.setAccountStatus(chain, account, { account: address, status: "frozen" });
 * ```
 */
export const setAccountStatus: (
  chain: Chain,
  account: Account,
  request: { readonly account: Address; readonly status: AccountStatus },
  options?: WriteOptions,
) => Promise<WriteResult> = setAccountStatusOf;
