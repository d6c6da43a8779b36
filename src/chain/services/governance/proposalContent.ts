import { isSameAddress } from "../../../crypto/bytes/hex";
import { ChainError } from "../../../errors/chainError";
import { unknownToNode } from "../../../errors/nodeError";
import { precompiledContracts, precompiledInterface } from "../../abi/precompiledContracts";
import type { RequestOptions } from "../../client/client";
import { getBlockByNumber, getBlockNumber } from "../../rpc/blocks";
import { getTransactionReceipt } from "../../rpc/transactions";
import type { ChainSession } from "../../session";
import type { Proposal } from "./proposal";
import { deployAuthTypes, type ProposalRequest, usualInterval } from "./propose";

/** What the call that created a proposal asked for; undefined for a call of another function. */
export function proposalOfCall(call: string, args: readonly unknown[]): ProposalRequest | undefined {
  const [first, second, third] = args;
  switch (call) {
    case "createUpdateGovernorProposal":
      return { kind: "setGovernorWeight", account: String(first), weight: Number(second) };
    case "createSetRateProposal":
      return { kind: "setRate", participatesRate: Number(first), winRate: Number(second) };
    case "createUpgradeVoteComputerProposal":
      return { kind: "upgradeVoteComputer", address: String(first) };
    case "createSetDeployAuthTypeProposal": {
      const type = deployAuthTypes[Number(first)];
      return type && { kind: "setDeployAuthType", type };
    }
    case "createModifyDeployAuthProposal":
      return { kind: "modifyDeployAuth", account: String(first), open: second === true };
    case "createResetAdminProposal":
      return { kind: "resetAdmin", admin: String(first), contract: String(second) };
    case "createSetSysConfigProposal":
      return { kind: "setSystemConfig", key: String(first), value: String(second) };
    case "createSetConsensusWeightProposal": {
      const [nodeId, weight] = [String(first), Number(second)];
      if (third !== true) return { kind: "setConsensusWeight", nodeId, weight };
      return weight === 0 ? { kind: "addObserver", nodeId } : { kind: "addSealer", nodeId, weight };
    }
    case "createRmNodeProposal":
      return { kind: "removeNode", nodeId: String(first) };
    default:
      return undefined;
  }
}

/** The transaction that created a proposal. */
export interface ProposalCreation {
  readonly request: ProposalRequest;
  readonly blockNumber: number;
  readonly transactionHash: string;
}

/** Intervals that official tools and guides use, in blocks; each costs one block to look at. */
const knownIntervals = [usualInterval, 86_400, 3600, 36_000, 10_000, 1000, 500, 100];

/** Blocks that are asked for at once. */
const atOnce = 8;

interface SearchOptions extends RequestOptions {
  /** Blocks that are looked through at most, the newest first; only the known intervals are tried with 0. */
  readonly maxBlocks?: number;
  /** Known creations of other proposals: a proposal with a smaller number was not created later. */
  readonly known?: ReadonlyMap<number, { readonly blockNumber: number }>;
  /** Only blocks below this one are looked through: where an earlier search ended. */
  readonly below?: number;
  /** Told from time to time. */
  readonly onProgress?: (done: number, all: number) => void;
  /** Told the lowest block that was looked through, and whether there is none left below it that may hold it. */
  readonly onReached?: (block: number, isLast: boolean) => void;
}

/**
 * What a proposal would do. The committee's contracts keep that to themselves, but the transaction that created the proposal shows it:
 * it called the committee's manager and gave the proposal's number back (docs/protocol/governance-client.md, "Proposals"). Its block is
 * not recorded, only the last one in which the proposal is open; so the intervals that tools use are tried first, then block by block
 * backwards between the proposals created before and after it, down to the blocks whose transactions the node has archived.
 * @returns undefined when it is not there: too far back for `maxBlocks`, archived, or created through another contract.
 * @throws ChainError what a request throws.
 */
export async function findProposalCreation(
  session: ChainSession,
  { id, lastBlock }: Pick<Proposal, "id" | "lastBlock">,
  { maxBlocks = 0, known = new Map(), below, onProgress, onReached, ...options }: SearchOptions = {},
): Promise<ProposalCreation | undefined> {
  for (const interval of knownIntervals) {
    if (lastBlock - interval < 1) continue;
    // A guessed block may be one that the chain does not have yet, or has archived.
    const found = await creationIn(session, id, lastBlock - interval, options).catch(unknownToNode);
    if (found) return found;
  }
  if (maxBlocks === 0) return undefined;
  const range = { from: 1, to: Math.min(await getBlockNumber(session.client, options), lastBlock - 1) };
  for (const [other, { blockNumber }] of known) {
    if (other < id) range.from = Math.max(range.from, blockNumber);
    else if (other > id) range.to = Math.min(range.to, blockNumber);
  }
  range.to = Math.min(range.to, (below ?? Number.POSITIVE_INFINITY) - 1);
  const all = Math.max(0, Math.min(maxBlocks, range.to - range.from + 1));
  if (all === 0) onReached?.(range.from, true);
  for (let done = 0; done < all; done += atOnce) {
    options.signal?.throwIfAborted();
    onProgress?.(done, all);
    const numbers = Array.from({ length: Math.min(atOnce, all - done) }, (_, index) => range.to - done - index);
    const found = await Promise.all(numbers.map((block) => creationIn(session, id, block, options).catch(ifArchived)));
    const first = found.find((creation) => creation !== undefined && creation !== "archived");
    if (first) return first;
    const lowest = range.to - done - numbers.length + 1;
    // Where one block is archived, so are all below it.
    const isLast = lowest <= range.from || found.includes("archived");
    onReached?.(lowest, isLast);
    if (isLast) break;
  }
  return undefined;
}

/** Of a block whose transactions the node has no more (docs/protocol/archive.md, "Archived blocks"). */
function ifArchived(error: unknown): "archived" {
  if (error instanceof ChainError && error.kind === "rpc" && error.code === 3003) return "archived";
  throw error;
}

/** The transaction of a block that created the proposal. */
async function creationIn(
  session: ChainSession,
  id: number,
  block: number,
  options: RequestOptions,
): Promise<ProposalCreation | undefined> {
  const manager = precompiledContracts.CommitteeManager.address;
  const abi = precompiledInterface("CommitteeManager", session.suite);
  const { transactions } = await getBlockByNumber(session.client, block, "transactions", options);
  for (const { hash, to, input } of transactions) {
    if (!isSameAddress(to, manager)) continue;
    const call = abi.decodeCall(input);
    const request =
      call &&
      proposalOfCall(
        call.name,
        call.arguments.map(({ value }) => value),
      );
    if (!call || !request) continue;
    const { status, output } = await getTransactionReceipt(session.client, hash, false, options);
    if (status !== 0) continue;
    const [given] = abi.decodeOutput(call.signature, output);
    if (Number(given?.value) === id) return { request, blockNumber: block, transactionHash: hash };
  }
  return undefined;
}
