import { ChainError } from "../../errors/chainError";
import { unknownToNode } from "../../errors/nodeError";
import { lookUpReceipt, lookUpTransaction, proveArchived } from "../archive/archiveFallback";
import type { RequestOptions } from "../client/client";
import { getBlockByNumber } from "../rpc/blocks";
import type { TransactionReceipt } from "../rpc/receiptSchema";
import type { ChainTransaction } from "../rpc/transactions";
import type { ChainSession } from "../session";
import type { ChainTrust } from "./chainTrust";
import { followSealers } from "./followSealers";
import type { FollowedSealers, VerificationBasis } from "./headerLinks";
import { type Link, unproven, type Verdict, verdictOf } from "./link";
import { askedLink } from "./placeLinks";
import type { KnownEvents } from "./receiptMembers";
import { type KnownCalls, transactionFindings } from "./transactionMembers";
import { verifyReceipt } from "./verifyReceipt";

export interface CheckOptions extends RequestOptions {
  /** What is believed of the chain; without it nothing can be verified. */
  readonly trust: ChainTrust | undefined;
  /** Address of the archive query service. */
  readonly archive?: string | undefined;
  /** Tells call data from what follows it, where an interface is known here. */
  readonly knownCalls?: KnownCalls | undefined;
}

/** A transaction as it came, and what is proven of it. */
export interface CheckedTransaction {
  readonly transaction: ChainTransaction;
  readonly verdict: Verdict;
  /** Absent while it waits. */
  readonly receipt?: TransactionReceipt;
  readonly receiptVerdict?: Verdict;
  /** When its block was made, in milliseconds since 1970, as the block says; what the verdict says of the block holds for it too. */
  readonly timestampMs?: number;
  /** The archive query service that gave it, because the node has it no more. */
  readonly archive?: string;
}

export function basisOf(
  session: ChainSession,
  trust: ChainTrust | undefined,
  followed?: FollowedSealers,
): VerificationBasis {
  const { suite, chainId, groupId } = session;
  return { suite, chainId, groupId, trust, followed };
}

/** Whether only the sealers are in question, so that following them from the believed ones may help. */
export function needsFollowing(links: readonly Link[]): boolean {
  const open = links.find(({ name }) => name === "sealers");
  return open?.reason === "otherSealers" || open?.reason === "believedTooFew";
}

/** The set of that block, reached from the believed one; undefined where it cannot be, for whatever reason. */
export async function followed(
  session: ChainSession,
  trust: ChainTrust,
  number: number,
  options: RequestOptions,
): Promise<FollowedSealers | undefined> {
  try {
    return await followSealers(session, trust, number, options);
  } catch (error) {
    if (error instanceof ChainError) return undefined;
    throw error;
  }
}

/** The receipt, or undefined while the transaction waits: a node answers 3008 then (docs/protocol/errors.md). */
async function receiptOf(
  session: ChainSession,
  hash: string,
  { trust: _, knownCalls: __, ...options }: CheckOptions,
): Promise<TransactionReceipt | undefined> {
  return (await lookUpReceipt(session, hash, { ...options, withProof: true }).catch(unknownToNode))?.value;
}

/**
 * Asks for a transaction with its receipt and its block, and says what of it is proven.
 * @param knownEvents events whose interface is known here and not from a node
 * @throws ChainError rpc 3008 when it is unknown; what a request throws.
 */
export async function checkTransaction(
  session: ChainSession,
  hash: string,
  options: CheckOptions,
  knownEvents?: KnownEvents,
): Promise<CheckedTransaction> {
  const { trust, knownCalls, ...requests } = options;
  const [{ value: transaction, archive }, receipt] = await Promise.all([
    lookUpTransaction(session, hash, { ...requests, withProof: true }),
    receiptOf(session, hash, options),
  ]);
  const basis = basisOf(session, trust);
  if (!receipt) {
    const { links, uncovered, apart } = transactionFindings(basis, transaction, knownCalls);
    const waiting = unproven("leaf", "waiting");
    const verdict = verdictOf([askedLink(hash, transaction.hash), ...links, waiting], uncovered, apart);
    return { transaction, verdict, ...source(archive) };
  }
  const block = await getBlockByNumber(session.client, receipt.blockNumber, "hashes", requests);
  // Of an archived transaction the node still has the hash: the path is made of the hashes of the block.
  const placed = archive === undefined ? transaction : proveArchived(session, transaction, block);
  const answers = { asked: hash, transaction: placed, receipt, block, knownEvents, knownCalls };
  let verdict = verifyReceipt(basis, answers);
  if (trust && needsFollowing(verdict.links)) {
    const reached = await followed(session, trust, block.number, requests);
    if (reached) verdict = verifyReceipt(basisOf(session, trust, reached), answers);
  }
  const { timestamp: timestampMs } = block;
  return {
    transaction,
    verdict: verdict.transaction,
    receipt,
    receiptVerdict: verdict,
    timestampMs,
    ...source(archive),
  };
}

/** A receipt as it came, and what is proven of it. */
export interface CheckedReceipt {
  readonly receipt: TransactionReceipt;
  readonly verdict: Verdict;
  readonly archive?: string;
  readonly timestampMs?: number;
}

/**
 * A receipt, which is proven with its transaction.
 * @throws ChainError rpc 3008 when it is unknown or it waits; what a request throws.
 */
export async function checkReceipt(
  session: ChainSession,
  hash: string,
  options: CheckOptions,
  knownEvents?: KnownEvents,
): Promise<CheckedReceipt> {
  const { receipt, receiptVerdict, archive, timestampMs } = await checkTransaction(session, hash, options, knownEvents);
  if (receipt && receiptVerdict) {
    return { receipt, verdict: receiptVerdict, ...(timestampMs ? { timestampMs } : {}), ...source(archive) };
  }
  // asked once more for the node's own word of why there is none
  const { trust: _, knownCalls: __, ...requests } = options;
  const late = await lookUpReceipt(session, hash, { ...requests, withProof: true });
  return { receipt: late.value, verdict: verdictOf([unproven("leaf", "waiting")], []), ...source(late.archive) };
}

const source = (archive: string | undefined): { archive?: string } => (archive === undefined ? {} : { archive });
