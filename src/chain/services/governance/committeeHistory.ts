import { type Address, hexToBytes, isSameAddress } from "../../../crypto/bytes/hex";
import type { RequestOptions } from "../../client/client";
import { getBlockByNumber } from "../../rpc/blocks";
import type { ChainSession } from "../../session";
import { adminInGenesisText } from "../../verification/genesisText";
import { getCommitteeInfo } from "./committee";
import { committeeAfter, type VotingRules } from "./committeeOutlook";
import { countProposals, listProposals, type Proposal, proposalsPerPage } from "./proposal";
import { findProposalCreation, type ProposalCreation } from "./proposalContent";
import { readProposalTrail, type TrailStep } from "./proposalTrail";
import type { ProposalRequest } from "./propose";
import { countVotes, type VoteCount } from "./voteCount";

/** A place in the chain: what stands in the transaction itself does not count in it yet. */
type HistoryPosition = Pick<TrailStep, "blockNumber" | "index">;

interface Change extends HistoryPosition {
  readonly proposal: number;
  readonly request: ProposalRequest;
}

/** How governors, weights and rates came to be what they are. */
export interface CommitteeHistory {
  /** As block 0 made them; undefined where it does not say. */
  readonly first: VotingRules | undefined;
  /** In the order of the chain. */
  readonly changes: readonly Change[];
  /** Changes that passed and could not be found, or whose outcome is not clear. */
  readonly missing: readonly number[];
  /**
   * Nothing is missing, and carried out one after the other from block 0 on the changes give the committee as it is now. Only then
   * something is said of the past.
   */
  readonly proven: boolean;
}

interface HistoryOptions extends RequestOptions {
  /** Blocks that are looked through at most for each change. */
  readonly maxBlocks: number;
  /** Creations that are known already. */
  readonly known?: ReadonlyMap<number, ProposalCreation>;
  readonly onProgress?: (done: number, all: number) => void;
}

const changing: readonly Proposal["type"][] = ["setGovernorWeight", "setRate", "upgradeVoteComputer"];

const isBefore = (one: HistoryPosition, other: HistoryPosition): boolean =>
  one.blockNumber < other.blockNumber || (one.blockNumber === other.blockNumber && one.index < other.index);

function isEqual(one: VotingRules, other: VotingRules): boolean {
  return (
    one.participatesRate === other.participatesRate &&
    one.winRate === other.winRate &&
    one.governors.length === other.governors.length &&
    one.governors.every(({ address, weight }) =>
      other.governors.some((each) => isSameAddress(each.address, address) && each.weight === weight),
    )
  );
}

/** One governor of weight 1 and rates of 0, as a node founds the committee (docs/protocol/governance-client.md, "History"). */
async function firstRules(session: ChainSession, options: RequestOptions): Promise<VotingRules | undefined> {
  const { extraData } = await getBlockByNumber(session.client, 0, "header", options);
  const admin = adminInGenesisText(new TextDecoder().decode(hexToBytes(extraData)));
  return admin && { participatesRate: 0, winRate: 0, governors: [{ address: admin, weight: 1 }] };
}

async function passedChanges(session: ChainSession, options: RequestOptions): Promise<Proposal[]> {
  const count = await countProposals(session, options);
  const pages: Proposal[] = [];
  for (let from = 1; from <= count; from += proposalsPerPage)
    pages.push(...(await listProposals(session, { from, to: Math.min(count, from + proposalsPerPage - 1) }, options)));
  return pages.filter(({ status, type }) => status === "finished" && changing.includes(type));
}

/** The step that carried a proposal out; undefined where it was not found. */
async function executionOf(
  session: ChainSession,
  proposal: Proposal,
  { known, maxBlocks, ...options }: HistoryOptions,
): Promise<{ readonly step: TrailStep; readonly request: ProposalRequest } | undefined> {
  const creation =
    known?.get(proposal.id) ?? (await findProposalCreation(session, proposal, { ...options, maxBlocks }));
  if (!creation) return undefined;
  const { steps } = await readProposalTrail(session, proposal, creation, { ...options, maxBlocks });
  const step = steps.find(({ execution }) => execution !== undefined);
  return step && { step, request: creation.request };
}

/**
 * What made governors, weights and rates what they are: every change that a proposal carried out, from the committee of block 0 on. Nodes
 * answer for the present alone, so the past is built from the transactions and held against the present
 * (docs/protocol/governance-client.md, "History").
 */
export async function readCommitteeHistory(
  session: ChainSession,
  { onProgress, ...options }: HistoryOptions,
): Promise<CommitteeHistory> {
  const first = await firstRules(session, options);
  const passed = await passedChanges(session, options);
  const changes: Change[] = [];
  const missing: number[] = [];
  for (const [done, proposal] of passed.entries()) {
    options.signal?.throwIfAborted();
    onProgress?.(done, passed.length);
    const found = await executionOf(session, proposal, options);
    if (!found || found.step.execution === "unclear") missing.push(proposal.id);
    else if (found.step.execution === "done") {
      const { blockNumber, index } = found.step;
      changes.push({ blockNumber, index, proposal: proposal.id, request: found.request });
    }
  }
  changes.sort((one, other) => (isBefore(one, other) ? -1 : 1));
  const now = await getCommitteeInfo(session, options);
  const replayed = first && changes.reduce((rules, { request }) => committeeAfter(rules, request), first);
  return {
    first,
    changes,
    missing,
    proven: missing.length === 0 && replayed !== undefined && isEqual(replayed, now),
  };
}

/** The committee as a transaction at that place found it; undefined where nothing is proven of the past. */
function committeeAt({ first, changes, proven }: CommitteeHistory, range: HistoryPosition): VotingRules | undefined {
  if (!proven || !first) return undefined;
  return changes
    .filter((change) => isBefore(change, range))
    .reduce((rules, { request }) => committeeAfter(rules, request), first);
}

/** What a vote came to when it was cast. */
export interface VoteThen {
  /** Weight of the voter. */
  readonly weight: number;
  readonly participatesRate: number;
  readonly winRate: number;
  /** With this vote. Undefined once another vote computer counts, whose arithmetic is unknown. */
  readonly count: VoteCount | undefined;
}

/** The weights and rates of each step that was a vote, with the arithmetic of its moment; undefined where that is not proven. */
export function votesThen(history: CommitteeHistory, steps: readonly TrailStep[]): readonly (VoteThen | undefined)[] {
  return steps.map((step, at) => {
    const rules = step.kind === "revoked" ? undefined : committeeAt(history, step);
    if (!rules) return undefined;
    const cast = steps.slice(0, at + 1);
    const voters = (...kinds: TrailStep["kind"][]): Address[] =>
      cast.filter(({ kind }) => kinds.includes(kind)).map(({ account }) => account);
    const votes = { agree: voters("created", "agreed"), against: voters("disagreed") };
    const otherComputer = history.changes.some(
      (change) => change.request.kind === "upgradeVoteComputer" && isBefore(change, step),
    );
    return {
      weight: rules.governors.find(({ address }) => isSameAddress(address, step.account))?.weight ?? 0,
      participatesRate: rules.participatesRate,
      winRate: rules.winRate,
      count: otherComputer ? undefined : countVotes(rules, votes),
    };
  });
}
