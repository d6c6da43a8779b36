import { bytesToHex } from "../../crypto/bytes/hex";
import { ChainError } from "../../errors/chainError";
import { clientError } from "../../errors/clientError";
import { nodeError } from "../../errors/nodeError";
import { waitUntil } from "../../time/waitUntil";
import type { RequestOptions } from "../client/client";
import { decodeSignedTransaction } from "../encoding/signedTransaction";
import { getBlockNumber } from "../rpc/blocks";
import type { TransactionReceipt } from "../rpc/receiptSchema";
import { sendTransaction } from "../rpc/transactions";
import type { ChainSession } from "../session";
import { lookEverywhere, proveExpired, type SignedBytes } from "./expiry";
import { isReceiptOf, type Look, lookForReceipt } from "./lookForReceipt";
import { meaningOf, meaningOfPoolCode, type Refuser, type SendingMeaning, type UnknownCode } from "./refusals";

/** What became of a transaction that was signed. */
export type Settlement =
  | { readonly kind: "inBlock"; readonly receipt: TransactionReceipt }
  /** It is nowhere and never will be: it never left, or was refused before or by the pool. */
  | { readonly kind: "refused"; readonly by: Refuser; readonly error: ChainError }
  /** Proven: the pool that had it dropped it, or every sealer refuses it and has no receipt. It may be signed anew. */
  | { readonly kind: "expired"; readonly proof: "dropped" | "refusedEverywhere"; readonly error: ChainError }
  /** Not known, and why: it must not be signed anew. */
  | { readonly kind: "unknown"; readonly error: UnsettledError };

export interface SendOptions extends RequestOptions {
  /** How long to look for the receipt after the request itself gave no answer, in milliseconds. Default 60,000. */
  waitMs?: number;
  /** Between two looks. Default 1,000, the usual block time. */
  pollMs?: number;
}

/** One look for a receipt takes at least and at most so long. */
const [shortestLookMs, maxLookMs] = [1000, 10_000];
/** Looks after which what a pool dropped is believed to be in no block. */
const dropLooks = 2;
/** First pause between two rounds of asking every sealer; it doubles. */
const proofPauseMs = 2000;

/** What isn't known of a transaction, with what it takes to go on looking. */
export class UnsettledError extends ChainError {
  readonly #transaction: SignedBytes;

  constructor(code: UnknownCode, transaction: SignedBytes, details: ChainError["details"], cause: unknown) {
    const { kind, message, advice, details: all } = clientError(code, details);
    super({ kind, code, message, ...(advice === undefined ? {} : { advice }), details: all, cause });
    this.#transaction = transaction;
  }

  /** Not shown with the error. */
  get transaction(): SignedBytes {
    return this.#transaction;
  }
}

/** The receipt of what is in a block. @throws the error of every other settlement */
function receiptOf(settlement: Settlement): TransactionReceipt {
  if (settlement.kind === "inBlock") return settlement.receipt;
  throw settlement.error;
}

/** What the sending itself told. */
type Answer =
  | { readonly kind: "settled"; readonly settlement: Settlement }
  | { readonly kind: Exclude<SendingMeaning["kind"], "refused">; readonly cause: ChainError };

const limitOf = ({ signed }: SignedBytes): bigint => decodeSignedTransaction(signed).data.blockLimit;

async function sendOnce(session: ChainSession, transaction: SignedBytes, options: RequestOptions): Promise<Answer> {
  const { hash, signed } = transaction;
  try {
    const receipt = await sendTransaction(session.client, bytesToHex(signed), false, options);
    if (isReceiptOf(receipt, hash)) return { kind: "settled", settlement: { kind: "inBlock", receipt } };
    // A pool's number as status, with block 0: since 3.17. Before, a node says status 0 of what it dropped, which isn't believed.
    const { status } = receipt;
    const about = { transactionHash: hash };
    const isPoolCode = status >= 10_000 && receipt.transactionHash.toLowerCase() === hash.toLowerCase();
    if (!isPoolCode) return { kind: "open", cause: clientError("otherReceipt", about) };
    return answerOf(await nodeError(status, receipt.message, about), meaningOfPoolCode(status));
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    return answerOf(error, meaningOf(error));
  }
}

const answerOf = (error: ChainError, meaning: SendingMeaning): Answer =>
  meaning.kind === "refused"
    ? { kind: "settled", settlement: { kind: "refused", by: meaning.by, error } }
    : { kind: meaning.kind, cause: error };

/**
 * Sends a signed transaction once and says what became of it. Where the answer doesn't come, its receipt is looked for until it is there,
 * until it is proven that it never will be (`proveExpired`), or until `waitMs` is over. It throws only what is no failure of a chain.
 */
export async function settle(
  session: ChainSession,
  transaction: SignedBytes,
  options: SendOptions = {},
): Promise<Settlement> {
  const { timeoutMs, signal } = options;
  if (signal?.aborted)
    return { kind: "refused", by: "connection", error: clientError("cancelled", { method: "sendTransaction" }) };
  const request: RequestOptions = { ...(timeoutMs === undefined ? {} : { timeoutMs }), ...(signal ? { signal } : {}) };
  const answer = await sendOnce(session, transaction, request);
  if (answer.kind === "settled") return answer.settlement;
  return new Search(session, transaction, options, answer.cause).until(answer.kind);
}

/**
 * One more look for a transaction that was sent before; its bytes are sent again only past their block limit, to prove that it expired.
 * @param cause why it isn't known
 */
export function settleSent(session: ChainSession, transaction: SignedBytes, cause: unknown): Promise<Settlement> {
  return new Search(session, transaction, { waitMs: maxLookMs }, cause).once();
}

/** Sends once and gives the receipt, also of an execution that failed. @throws ChainError of every other settlement */
export const sendSignedTransaction = async (
  session: ChainSession,
  transaction: SignedBytes,
  options: SendOptions = {},
): Promise<TransactionReceipt> => receiptOf(await settle(session, transaction, options));

/** One search for what became of a transaction. */
class Search {
  readonly #session: ChainSession;
  readonly #transaction: SignedBytes;
  readonly #options: SendOptions;
  readonly #cause: unknown;
  readonly #blockLimit: bigint;
  readonly #deadline: number;
  #reason: UnknownCode = "transactionUnknown";
  #details: Readonly<Record<string, number>> = {};
  #nextProof = 0;
  #proofPauseMs = proofPauseMs;
  #looks = 0;

  constructor(session: ChainSession, transaction: SignedBytes, options: SendOptions, cause: unknown) {
    this.#session = session;
    this.#transaction = transaction;
    this.#options = options;
    this.#cause = cause;
    this.#blockLimit = limitOf(transaction);
    this.#deadline = Date.now() + this.#waitMs;
  }

  get #waitMs(): number {
    return this.#options.waitMs ?? 60_000;
  }

  /** A node that keeps silent must not make the wait longer than was said. */
  #request(): RequestOptions {
    const { signal } = this.#options;
    const timeoutMs = Math.max(shortestLookMs, Math.min(this.#deadline - Date.now(), maxLookMs));
    return { timeoutMs, ...(signal ? { signal } : {}) };
  }

  async once(): Promise<Settlement> {
    return (await this.#look()) ?? this.#unknown(this.#reason);
  }

  /** @param answer what the sending told of it */
  async until(answer: Exclude<SendingMeaning["kind"], "refused">): Promise<Settlement> {
    const { signal, pollMs = 1000 } = this.#options;
    const look = answer === "dropped" ? () => this.#afterDrop() : () => this.#look();
    const settled = await waitUntil(look, { stepMs: pollMs, limitMs: this.#waitMs, signal });
    if (settled) return settled;
    // Where no node could be asked, another node may have put it into a block meanwhile.
    if (answer === "dropped" && this.#looks > 0 && !signal?.aborted) return this.#expired("dropped");
    // That no endpoint has a receipt doesn't make the nonce another's: these very bytes may wait in a pool that wasn't asked.
    const isNonce = answer === "nonceUsed" && this.#reason === "transactionUnknown";
    return this.#unknown(isNonce ? "transactionNonceUsed" : this.#reason);
  }

  #inBlock(look: Look): Settlement | undefined {
    if (look.kind === "found") return { kind: "inBlock", receipt: look.receipt };
    // A receipt that is there and can't be read: it was executed, so nothing is proven by looking further.
    const unread = look.kind === "failed" && look.error.code === "unexpectedShape";
    if (unread) this.#reason = "transactionUnread";
    else if (this.#reason === "transactionUnread" && look.kind === "none") this.#reason = "transactionUnknown";
    return undefined;
  }

  async #look(): Promise<Settlement | undefined> {
    const { client } = this.#session;
    // The head first: what comes between the two questions is in the receipt's.
    const head = await getBlockNumber(client, this.#request()).catch(ofChain);
    const look = await lookForReceipt(client, this.#transaction.hash, this.#request());
    const found = this.#inBlock(look);
    if (found || look.kind !== "none" || head === undefined || BigInt(head) <= this.#blockLimit) return found;
    return this.#prove();
  }

  async #prove(): Promise<Settlement | undefined> {
    if (Date.now() < this.#nextProof) return undefined;
    const proof = await proveExpired(this.#session.client, this.#transaction, this.#blockLimit, this.#request());
    this.#nextProof = Date.now() + this.#proofPauseMs;
    this.#proofPauseMs *= 2;
    if (proof.kind === "found") return { kind: "inBlock", receipt: proof.receipt };
    if (proof.kind === "expired") return this.#expired("refusedEverywhere");
    this.#reason = proof.kind === "waiting" ? "transactionWaiting" : "transactionUnproven";
    this.#details = proof.kind === "unproven" ? { asked: proof.asked, sealers: proof.sealers } : {};
    return undefined;
  }

  /** A node dropped these very bytes: proof, unless another had put them into a block, which may just be on its way. */
  async #afterDrop(): Promise<Settlement | undefined> {
    const look = await lookEverywhere(this.#session.client, this.#transaction.hash, this.#request());
    this.#looks = look.kind === "none" ? this.#looks + 1 : 0;
    return this.#inBlock(look) ?? (this.#looks < dropLooks ? undefined : this.#expired("dropped"));
  }

  #expired(proof: "dropped" | "refusedEverywhere"): Settlement {
    const { hash } = this.#transaction;
    const details = { transactionHash: hash, blockLimit: String(this.#blockLimit) };
    return { kind: "expired", proof, error: clientError("transactionExpired", details, { cause: this.#cause }) };
  }

  #unknown(code: UnknownCode): Settlement {
    // The request itself was waited for, too; a last look behind it is not worth a word.
    const waitMs = this.#waitMs;
    const timeoutMs = (this.#options.timeoutMs ?? 0) + (waitMs < shortestLookMs ? 0 : waitMs) || waitMs;
    const { hash } = this.#transaction;
    const details = { transactionHash: hash, blockLimit: String(this.#blockLimit), timeoutMs, ...this.#details };
    return { kind: "unknown", error: new UnsettledError(code, this.#transaction, details, this.#cause) };
  }
}

/** For `catch`: a chain that can't be asked just now. */
function ofChain(error: unknown): undefined {
  if (!(error instanceof ChainError)) throw error;
}
