import { type Address, isSameAddress } from "../../../crypto/bytes/hex";
import { isReturnCode } from "../../../errors/nodeError";
import { precompiledContracts, precompiledInterface } from "../../abi/precompiledContracts";
import type { RequestOptions } from "../../client/client";
import { getBlockByNumber, getBlockNumber } from "../../rpc/blocks";
import type { TransactionReceipt } from "../../rpc/receiptSchema";
import { getTransactionReceipt } from "../../rpc/transactions";
import type { ChainSession } from "../../session";
import type { Proposal } from "./proposal";
import type { ProposalCreation } from "./proposalContent";
import { executionResult } from "./propose";

/** One step in the life of a proposal, with the transaction that shows it. */
export interface TrailStep {
  readonly kind: "created" | "agreed" | "disagreed" | "revoked";
  readonly account: Address;
  readonly blockNumber: number;
  /** Place of the transaction in its block. */
  readonly index: number;
  /** Milliseconds since 1970, UTC: the time of the block. */
  readonly timestampMs: number;
  readonly transactionHash: string;
  /**
   * The step that executed it: `done`, or the return code of what was refused; `unclear` where the chain recorded something else
   * (docs/protocol/governance-client.md, "Execution").
   */
  readonly execution?: "done" | "unclear" | number;
}

export interface ProposalTrail {
  readonly steps: readonly TrailStep[];
  /** Every recorded vote, and the withdrawal, has its transaction here. */
  readonly complete: boolean;
}

/** Blocks that are asked for at once. */
const atOnce = 8;

interface TrailOptions extends RequestOptions {
  /** Blocks that are looked through at most, from the creation on. */
  readonly maxBlocks: number;
  readonly onProgress?: (done: number, all: number) => void;
}

/**
 * Who created a proposal, voted and withdrew it, when and with which transaction, and what came of its execution. The committee records who
 * voted only; the rest is read from the transactions, from the creation on, until every vote has been found.
 */
export async function readProposalTrail(
  session: ChainSession,
  proposal: Proposal,
  { blockNumber: created }: ProposalCreation,
  { maxBlocks, onProgress, ...options }: TrailOptions,
): Promise<ProposalTrail> {
  const height = await getBlockNumber(session.client, options);
  const all = Math.min(maxBlocks, height - created + 1);
  const steps: TrailStep[] = [];
  const wanted = proposal.agree.length + proposal.against.length + (proposal.status === "revoked" ? 1 : 0);
  for (let done = 0; done < all && steps.length < wanted; done += atOnce) {
    options.signal?.throwIfAborted();
    onProgress?.(done, all);
    const numbers = Array.from({ length: Math.min(atOnce, all - done) }, (_, index) => created + done + index);
    const found = await Promise.all(numbers.map((block) => stepsIn(session, proposal.id, block, options)));
    steps.push(...found.flat());
  }
  return { steps, complete: steps.length >= wanted };
}

/** The steps of the proposal in one block. */
async function stepsIn(
  session: ChainSession,
  id: number,
  block: number,
  options: RequestOptions,
): Promise<readonly TrailStep[]> {
  const manager = precompiledContracts.CommitteeManager.address;
  const abi = precompiledInterface("CommitteeManager", session.suite);
  const { transactions, timestamp } = await getBlockByNumber(session.client, block, "transactions", options);
  const steps: TrailStep[] = [];
  for (const [index, { hash, to, input }] of transactions.entries()) {
    const call = isSameAddress(to, manager) ? abi.decodeCall(input) : undefined;
    if (!call) continue;
    const [first, second] = call.arguments.map(({ value }) => value);
    const creates = call.name.startsWith("create");
    if (!creates && (Number(first) !== id || !["voteProposal", "revokeProposal"].includes(call.name))) continue;
    const receipt = await getTransactionReceipt(session.client, hash, false, options);
    if (receipt.status !== 0) continue;
    if (creates && Number(abi.decodeOutput(call.signature, receipt.output)[0]?.value) !== id) continue;
    const execution = executionOf(session, receipt.logEntries);
    steps.push({
      kind: creates ? "created" : call.name === "revokeProposal" ? "revoked" : second === true ? "agreed" : "disagreed",
      account: receipt.from as Address,
      blockNumber: block,
      index,
      timestampMs: timestamp,
      transactionHash: hash,
      ...(execution === undefined ? {} : { execution }),
    });
  }
  return steps;
}

/** What came of the execution; undefined when the transaction executed nothing. */
function executionOf(session: ChainSession, logs: TransactionReceipt["logEntries"]): TrailStep["execution"] {
  const executed = executionResult(session, logs);
  if (!executed) return undefined;
  const { result } = executed;
  if (result === 0n) return "done";
  return result !== undefined && isReturnCode(result) ? Number(result) : "unclear";
}
