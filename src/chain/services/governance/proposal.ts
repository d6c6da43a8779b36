import type { Address } from "../../../crypto/bytes/hex";
import { clientError } from "../../../errors/clientError";
import type { RequestOptions } from "../../client/client";
import { getBlockNumber } from "../../rpc/blocks";
import type { ChainSession } from "../../session";
import { readPrecompiled } from "../../transaction/precompiledCall";
import { committeeContracts } from "./committee";

/** What a proposal is about, in the contract's numbering. */
const proposalTypes = {
  11: "setGovernorWeight",
  12: "setRate",
  13: "upgradeVoteComputer",
  21: "setDeployAuthType",
  22: "modifyDeployAuth",
  31: "resetAdmin",
  41: "setSystemConfig",
  51: "setNodeWeight",
  52: "removeNode",
} as const;

/** The words for them. */
export const proposalTypeNames = [...Object.values(proposalTypes), "unknown"] as const;
/** What a proposal is about, as a word. */
export type ProposalType = (typeof proposalTypeNames)[number];

/** `finished`: passed and executed; the execution itself may have failed. `denied` is final. */
export const proposalStatuses = ["notFound", "open", "finished", "denied", "revoked", "expired"] as const;
/** How far a proposal is. `finished`: passed and executed; the execution itself may have failed. `denied` is final. */
export type ProposalStatus = (typeof proposalStatuses)[number];

/** A proposal of the committee. */
export interface Proposal {
  readonly id: number;
  readonly type: ProposalType;
  /**
   * What it is about: an account, a contract, or the address of the built-in contract. What it would do is not part of it:
   * `findProposalCreation`.
   */
  readonly resourceId: Address;
  readonly proposer: Address;
  /** Last block in which it counts as open. */
  readonly lastBlock: number;
  /**
   * `expired` also for a proposal that the chain still has as open although its last block is past: it changes that lazily. Until then
   * a vote still counts and can still pass it.
   */
  readonly status: ProposalStatus;
  readonly agree: readonly Address[];
  readonly against: readonly Address[];
}

function readProposal(id: number, values: readonly unknown[], height: number): Proposal {
  const [resourceId, proposer, type, lastBlock, status, agree, against] = values as [
    Address,
    Address,
    string,
    string,
    string,
    Address[],
    Address[],
  ];
  const stored = proposalStatuses[Number(status)] ?? "notFound";
  const past = stored === "open" && height > Number(lastBlock);
  return {
    id,
    type: proposalTypes[Number(type) as keyof typeof proposalTypes] ?? "unknown",
    resourceId,
    proposer,
    lastBlock: Number(lastBlock),
    status: past ? "expired" : stored,
    agree,
    against,
  };
}

/** Number of the latest proposal; 0 when there is none. */
export async function countProposals(session: ChainSession, options?: RequestOptions): Promise<number> {
  const { proposalManager: address } = await committeeContracts(session, options);
  const request = { contract: "ProposalManager", address, function: "_proposalCount", args: [] } as const;
  const [count] = await readPrecompiled(session, request, options);
  return Number(count);
}

/**
 * One proposal.
 * @throws ChainError usage `proposalNotFound`, `noCommittee`.
 */
export async function getProposal(session: ChainSession, id: number, options?: RequestOptions): Promise<Proposal> {
  const { proposalManager: address } = await committeeContracts(session, options);
  const request = { contract: "ProposalManager", address, function: "getProposalInfo", args: [id] } as const;
  const [values, height] = await Promise.all([
    readPrecompiled(session, request, options),
    getBlockNumber(session.client, options),
  ]);
  const proposal = readProposal(id, values, height);
  if (proposal.status !== "notFound") return proposal;
  throw clientError("proposalNotFound", { id, count: await countProposals(session, options) });
}

/** So many proposals are given at a time. */
export const proposalsPerPage = 100;

/** The newest {@link proposalsPerPage} proposals, the oldest of them first. @throws ChainError usage `noCommittee`. */
export async function newestProposals(session: ChainSession, options?: RequestOptions): Promise<Proposal[]> {
  const count = await countProposals(session, options);
  return count === 0
    ? []
    : listProposals(session, { from: Math.max(1, count - proposalsPerPage + 1), to: count }, options);
}

/**
 * Proposals from one number to another, both included, at most {@link proposalsPerPage}; numbers beyond the latest are left out.
 * @throws ChainError usage `invalidProposalRange`, `noCommittee`.
 */
export async function listProposals(
  session: ChainSession,
  range: { readonly from: number; readonly to: number },
  options?: RequestOptions,
): Promise<Proposal[]> {
  const { from, to } = range;
  if (
    !Number.isSafeInteger(from) ||
    !Number.isSafeInteger(to) ||
    from < 1 ||
    to < from ||
    to - from >= proposalsPerPage
  ) {
    throw clientError("invalidProposalRange", { from, to });
  }
  const [{ proposalManager: address }, count, height] = await Promise.all([
    committeeContracts(session, options),
    countProposals(session, options),
    getBlockNumber(session.client, options),
  ]);
  if (from > count) return [];
  // The contract itself stops at the latest.
  const request = { contract: "ProposalManager", address, function: "getProposalInfoList", args: [from, to] } as const;
  const [list] = await readPrecompiled(session, request, options);
  return (list as Record<string, unknown>[]).map((entry, index) =>
    readProposal(from + index, Object.values(entry), height),
  );
}

/** A committee with more proposals than this is judged by the newest. */
const maxProposals = 1000;

/**
 * Accounts that have signed for the committee: created a proposal or voted. Of another account it can't be told whether its key is held.
 * @throws ChainError usage `noCommittee`.
 */
export async function knownVoters(session: ChainSession, options?: RequestOptions): Promise<readonly Address[]> {
  const count = await countProposals(session, options);
  const found = new Set<Address>();
  for (let to = count; to > Math.max(0, count - maxProposals); to -= proposalsPerPage) {
    const page = await listProposals(session, { from: Math.max(1, to - proposalsPerPage + 1), to }, options);
    for (const { proposer, agree, against } of page)
      for (const account of [proposer, ...agree, ...against]) found.add(account);
  }
  return [...found];
}
