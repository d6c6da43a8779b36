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
 * @throws ChainError usage `noCommittee`
 */
export const getCommittee: (chain: Chain, options?: RequestOptions) => Promise<CommitteeInfo> = getCommitteeInfo;

/**
 * Whether an account is a governor.
 * @throws ChainError usage `noCommittee`
 */
export const isGovernor: (chain: Chain, account: Address, options?: RequestOptions) => Promise<boolean> = isGovernorOf;

/**
 * Makes the committee of a chain that was begun without one, with a single governor. It doesn't switch the checks on.
 * @throws ChainError usage `committeeExists` before signing
 */
export const init: (chain: Chain, account: Account, governor: string, options?: WriteOptions) => Promise<WriteResult> =
  initAuth;

/** Number of the latest proposal; 0 when there is none. */
export const countProposals: (chain: Chain, options?: RequestOptions) => Promise<number> = countProposalsOf;

/**
 * One proposal.
 * @throws ChainError usage `proposalNotFound`
 */
export const getProposal: (chain: Chain, id: number, options?: RequestOptions) => Promise<Proposal> = getProposalOf;

/** Proposals from one number to another, both included, 100 at most. */
export const listProposals: (
  chain: Chain,
  range: { readonly from: number; readonly to: number },
  options?: RequestOptions,
) => Promise<readonly Proposal[]> = listProposalsOf;

/**
 * Puts something to the committee; the proposer agrees at once, which with the rates of a new chain passes and executes it.
 * @throws ChainError usage for what can't be before signing; execution 16 with the contract's words; precompiled when its execution
 * failed
 */
export const propose: (
  chain: Chain,
  account: Account,
  request: ProposalRequest,
  options?: WriteOptions & { readonly interval?: number },
) => Promise<ProposalResult> = proposeOf;

/**
 * Votes on a proposal. The vote that decides also executes it.
 * @throws ChainError execution 16 with the contract's words; precompiled when its execution failed
 */
export const vote: (
  chain: Chain,
  account: Account,
  vote: { readonly id: number; readonly agree: boolean },
  options?: WriteOptions,
) => Promise<ProposalResult> = voteProposal;

/** Withdraws a proposal: only its proposer may. */
export const revoke: (chain: Chain, account: Account, id: number, options?: WriteOptions) => Promise<ProposalResult> =
  revokeProposal;
