import type { Hex } from "../../crypto/bytes/hex";
import { bytesToHex } from "../../crypto/bytes/hex";
import { waitUntil } from "../../time/waitUntil";
import type { RequestOptions } from "../client/client";
import { ChainError } from "../errors/chainError";
import { clientError } from "../errors/clientError";
import { neverSent } from "../errors/neverSent";
import { getBlockNumber } from "../rpc/getBlockNumber";
import { getTransactionReceipt } from "../rpc/getTransactionReceipt";
import type { TransactionReceipt } from "../rpc/receiptSchema";
import { sendTransaction } from "../rpc/sendTransaction";
import type { ChainSession } from "../session";
import { decodeSignedTransaction } from "./signedTransaction";

export interface SendOptions extends RequestOptions {
  /** How long to look for the receipt after the request itself gave no answer, in milliseconds. Default 60,000. */
  waitMs?: number;
  /** Between two looks. Default 1,000, the usual block time. */
  pollMs?: number;
}

/** One look for a receipt takes at least and at most so long. */
const [shortestLookMs, longestLookMs] = [1000, 10_000];

/** Status numbers of the pool that can mean "this very transaction is already known". */
const alreadyKnown = new Set<number | string>([10000, 10004, 10005]);
/** A service behind a Pro or Max node did not answer in time: the transaction may be in the pool. */
const backendTimeouts = new Set<number | string>([-7, -8]);

/** Whether the node may have taken the transaction although its answer did not come. */
function isOpen(error: unknown): boolean {
  if (!(error instanceof ChainError) || neverSent(error)) return false;
  return (
    error.kind === "transport" ||
    error.kind === "tls" ||
    error.kind === "decode" ||
    alreadyKnown.has(error.code) ||
    backendTimeouts.has(error.code)
  );
}

/**
 * Sends a signed transaction once and gives its receipt. When the answer does not come (time-out, broken connection), the outcome is
 * open: the receipt is looked for by hash until it is there, until the chain has passed the block limit, or until `waitMs` is
 * over. The transaction is never sent a second time.
 * @throws ChainError `txpool` when the pool refuses it or its block limit passed (`transactionExpired`), transport
 * `transactionUnknown` when nothing is known in the end; and what a request throws.
 */
export async function sendSignedTransaction(
  session: ChainSession,
  transaction: { hash: Hex; signed: Uint8Array },
  options: SendOptions = {},
): Promise<TransactionReceipt> {
  const { client } = session;
  const { timeoutMs, signal } = options;
  if (signal?.aborted) throw clientError("cancelled", { method: "sendTransaction" });
  const request: RequestOptions = { ...(timeoutMs === undefined ? {} : { timeoutMs }), ...(signal ? { signal } : {}) };
  try {
    return await sendTransaction(client, bytesToHex(transaction.signed), false, request);
  } catch (error) {
    if (!isOpen(error)) throw error;
    const refusal = error instanceof ChainError && error.code === 10000;
    const found = await findReceipt(
      session,
      transaction,
      { ...options, waitMs: refusal ? 0 : (options.waitMs ?? 60_000) },
      error,
    );
    if (found) return found;
    throw error;
  }
}

/** The receipt, once it is there; undefined when the pool refused and one look found nothing. */
async function findReceipt(
  session: ChainSession,
  transaction: { hash: Hex; signed: Uint8Array },
  options: SendOptions & { waitMs: number },
  cause: unknown,
): Promise<TransactionReceipt | undefined> {
  const { client } = session;
  const { signal, waitMs, pollMs = 1000 } = options;
  const { blockLimit } = decodeSignedTransaction(transaction.signed).data;
  // The request itself was waited for, too; a last look behind it is not worth a word.
  const waited = (options.timeoutMs ?? 0) + (waitMs < shortestLookMs ? 0 : waitMs) || waitMs;
  const details = { transactionHash: transaction.hash, blockLimit: String(blockLimit), timeoutMs: waited };
  const deadline = Date.now() + waitMs;
  const look = async (): Promise<TransactionReceipt | undefined> => {
    // A node that keeps silent must not make the wait longer than was said.
    const timeoutMs = Math.max(shortestLookMs, Math.min(deadline - Date.now(), longestLookMs));
    const request: RequestOptions = { timeoutMs, ...(signal ? { signal } : {}) };
    const [head, receipt] = await Promise.all([
      getBlockNumber(client, request).catch(keepLooking),
      getTransactionReceipt(client, transaction.hash, false, request).catch(keepLooking),
    ]);
    if (!receipt && head !== undefined && BigInt(head) > blockLimit)
      throw clientError("transactionExpired", details, { cause });
    return receipt;
  };
  const found = await waitUntil(look, { stepMs: pollMs, limitMs: waitMs, signal });
  if (!found && waitMs > 0) throw clientError("transactionUnknown", details, { cause });
  return found;
}

/** Not found yet, or a node that cannot be reached right now: look again. */
function keepLooking(error: unknown): undefined {
  if (!(error instanceof ChainError)) throw error;
  if (error.kind !== "transport" && error.kind !== "tls" && error.kind !== "rpc" && error.kind !== "decode")
    throw error;
}
