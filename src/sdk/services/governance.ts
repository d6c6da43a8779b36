import {
  type CommitteeInfo,
  type Governor,
  getCommitteeInfo,
  isGovernor as isGovernorOf,
} from "../../chain/services/governance/committee";
import { initAuth } from "../../chain/services/governance/initAuth";
import {
  countProposals as countProposalsOf,
  getProposal as getProposalOf,
  listProposals as listProposalsOf,
  type Proposal,
  type ProposalStatus,
  type ProposalType,
} from "../../chain/services/governance/proposal";
import {
  type DeployAuthType,
  type ProposalRequest,
  propose as proposeOf,
} from "../../chain/services/governance/propose";
import { revokeProposal, voteProposal } from "../../chain/services/governance/vote";
import type { Account } from "../base/accounts";
import type { Chain } from "../base/chain";
import type { Address, Receipt, RequestOptions, WriteOptions, WriteResult } from "../base/records";

export type { CommitteeInfo, DeployAuthType, Governor, Proposal, ProposalRequest, ProposalStatus, ProposalType };

/** What became of a proposal. */
export interface ProposalResult {
  readonly proposal: Proposal;
  /** It passed with this transaction and was executed. */
  readonly executed: boolean;
  readonly receipt: Receipt;
}

/**
 * Governors, their weights, and the two rates.
 * @returns the committee
 * @throws ChainError usage `noCommittee`
 * @example
 * ```ts
 * const { governors } = await governance.getCommittee(chain);
 * console.log(governors.length);
 * ```
 */
export const getCommittee: (chain: Chain, options?: RequestOptions) => Promise<CommitteeInfo> = getCommitteeInfo;

/**
 * Whether an account is a governor.
 * @returns true for a governor
 * @throws ChainError usage `noCommittee`
 * @example
 * ```ts
 * console.log(await governance.isGovernor(chain, account.address));
 * ```
 */
export const isGovernor: (chain: Chain, account: Address, options?: RequestOptions) => Promise<boolean> = isGovernorOf;

/**
 * Makes the committee of a chain that was begun without one, with a single governor. It doesn't switch the checks on.
 * @param governor its address
 * @returns the return code of the built-in contract and the receipt, when the transaction is in a block
 * @throws ChainError usage `committeeExists` before signing
 * @example
 * ```ts
 * await governance.init(chain, account, account.address);
 * ```
 */
export const init: (chain: Chain, account: Account, governor: string, options?: WriteOptions) => Promise<WriteResult> =
  initAuth;

/**
 * Number of the latest proposal; 0 when there is none.
 * @returns the number
 * @example
 * ```ts
 * const newest = await governance.countProposals(chain);
 * console.log(newest === 0 ? "none" : (await governance.getProposal(chain, newest)).status);
 * ```
 */
export const countProposals: (chain: Chain, options?: RequestOptions) => Promise<number> = countProposalsOf;

/**
 * One proposal.
 * @param id its number
 * @returns the proposal, and who voted
 * @throws ChainError usage `proposalNotFound`
 * @example
 * ```ts
 * const { status, agree, against } = await governance.getProposal(chain, 1);
 * console.log(status, agree.length, against.length);
 * ```
 */
export const getProposal: (chain: Chain, id: number, options?: RequestOptions) => Promise<Proposal> = getProposalOf;

/**
 * Proposals from one number to another, both included, 100 at most.
 * @returns the proposals in the order of their numbers
 * @example
 * ```ts
 * const last = await governance.countProposals(chain);
 * console.log(await governance.listProposals(chain, { from: 1, to: Math.min(last, 100) }));
 * ```
 */
export const listProposals: (
  chain: Chain,
  range: { readonly from: number; readonly to: number },
  options?: RequestOptions,
) => Promise<readonly Proposal[]> = listProposalsOf;

/**
 * Puts something to the committee; the proposer agrees at once, which with the rates of a new chain passes and executes it.
 * @param request what is proposed
 * @param options also how many blocks it may be voted on
 * @returns the proposal, and whether it was executed at once
 * @throws ChainError usage for what can't be before signing; execution 16 with the contract's words; precompiled when its execution
 * failed
 * @example
 * ```ts
 * const { proposal, executed } = await governance.propose(chain, account, {
 *   kind: "setSystemConfig",
 *   key: "tx_count_limit",
 *   value: "2000",
 * });
 * console.log(proposal.id, executed);
 * ```
 */
export const propose: (
  chain: Chain,
  account: Account,
  request: ProposalRequest,
  options?: WriteOptions & { readonly interval?: number },
) => Promise<ProposalResult> = proposeOf;

/**
 * Votes on a proposal. The vote that decides also executes it.
 * @param vote which proposal, and how
 * @returns the proposal, and whether it was executed
 * @throws ChainError execution 16 with the contract's words; precompiled when its execution failed
 * @example
 * ```ts
 * const { executed } = await governance.vote(chain, account, { id: 1, agree: true });
 * console.log(executed);
 * ```
 */
export const vote: (
  chain: Chain,
  account: Account,
  vote: { readonly id: number; readonly agree: boolean },
  options?: WriteOptions,
) => Promise<ProposalResult> = voteProposal;

/**
 * Withdraws a proposal: only its proposer may.
 * @param id its number
 * @returns the proposal as it is then
 * @example
 * ```ts
 * console.log((await governance.revoke(chain, account, 1)).proposal.status);
 * ```
 */
export const revoke: (chain: Chain, account: Account, id: number, options?: WriteOptions) => Promise<ProposalResult> =
  revokeProposal;
