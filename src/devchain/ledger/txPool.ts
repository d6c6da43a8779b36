import type { SignedTransaction } from "../../chain/encoding/signedTransaction";
import { isSystemTransaction } from "../precompiled/host/addresses";
import type { ReceiptRecord, TransactionRecord } from "../records/blockRecord";

/** Numbers and names of the pool's refusals (errors.md, "Error and status numbers"). */
export const poolStatus = {
  nonceCheckFail: [10000, "NonceCheckFail"],
  blockLimitCheckFail: [10001, "BlockLimitCheckFail"],
  txPoolIsFull: [10002, "TxPoolIsFull"],
  malformed: [10003, "MalformTx"],
  alreadyInTxPool: [10004, "AlreadyInTxPool"],
  invalidChainId: [10006, "InvalidChainId"],
  invalidGroupId: [10007, "InvalidGroupId"],
  invalidSignature: [10008, "InvalidSignature"],
  overFlowValue: [10012, "OverFlowValue"],
  maxInitCodeSizeExceeded: [10013, "MaxInitCodeSizeExceeded"],
  insufficientFunds: [10015, "InsufficientFunds"],
} as const;

export type PoolStatus = keyof typeof poolStatus;

/** A transaction that waits for its block. */
export interface PendingTransaction {
  readonly record: TransactionRecord;
  readonly transaction: SignedTransaction;
  readonly hashHex: string;
  /** 40 hex digits. */
  readonly sender: string;
  /** By the process' own clock, whatever time the chain has. */
  readonly arrivedMs: number;
  readonly resolve: (outcome: CommittedTransaction) => void;
}

/** Where a transaction came to stand: in block 0 stands what was dropped. */
export interface CommittedTransaction {
  readonly blockNumber: number;
  readonly index: number;
  readonly receipt: ReceiptRecord;
  readonly transaction: SignedTransaction;
  readonly record: TransactionRecord;
}

/**
 * What must be different in every transaction: the nonce, for Ethereum transactions that of the account. The nonce of a native one is any
 * text, and stands for no account's.
 */
export function uniqueNonce({ data, type }: Pick<SignedTransaction, "data" | "type">, sender: string): string {
  return type === 1 ? `ethereum ${sender} ${data.nonce}` : `native ${data.nonce}`;
}

/** Transactions that wait, and the nonces that must not be used again for a while (transaction-encoding.md, "Admission"). */
export class TxPool {
  readonly #pending = new Map<string, PendingTransaction>();
  readonly #pendingNonces = new Set<string>();
  /** System transactions among the pending ones. */
  readonly #system = new Map<string, PendingTransaction>();
  /** Nonces of the latest blocks, oldest block first. */
  readonly #used = new Map<string, number>();
  #usedByBlock: { number: number; nonces: string[] }[] = [];

  get size(): number {
    return this.#pending.size;
  }

  get(hashHex: string): PendingTransaction | undefined {
    return this.#pending.get(hashHex);
  }

  /** @param nonce as `uniqueNonce` gives it */
  hasNonce(nonce: string): boolean {
    return this.#pendingNonces.has(nonce) || this.#used.has(nonce);
  }

  /** Those of one sender, oldest first. */
  ofSender(sender: string): PendingTransaction[] {
    return [...this.#pending.values()].filter((pending) => pending.sender === sender);
  }

  add(pending: PendingTransaction): void {
    this.#pending.set(pending.hashHex, pending);
    this.#pendingNonces.add(uniqueNonce(pending.transaction, pending.sender));
    if (isSystemTransaction(pending.transaction.data.to)) this.#system.set(pending.hashHex, pending);
  }

  /** The transactions of the next block: system transactions, then the others, oldest first. They stay pending until `commit`. */
  take(limit: number): PendingTransaction[] {
    const taken: PendingTransaction[] = [];
    for (const pending of this.#system.values()) {
      if (taken.length >= limit) return taken;
      taken.push(pending);
    }
    for (const [hashHex, pending] of this.#pending) {
      if (taken.length >= limit) break;
      if (!this.#system.has(hashHex)) taken.push(pending);
    }
    return taken;
  }

  remove(pending: PendingTransaction): void {
    this.#pending.delete(pending.hashHex);
    this.#system.delete(pending.hashHex);
    this.#pendingNonces.delete(uniqueNonce(pending.transaction, pending.sender));
  }

  /** Remembers the nonces of a committed block and forgets those older than the block limit allows. */
  commit(blockNumber: number, nonces: readonly string[], blockLimit: number): void {
    for (const nonce of nonces) this.#used.set(nonce, blockNumber);
    this.#usedByBlock.push({ number: blockNumber, nonces: [...nonces] });
    while ((this.#usedByBlock[0]?.number ?? blockNumber) < blockNumber - blockLimit) {
      for (const nonce of this.#usedByBlock.shift()?.nonces ?? []) this.#used.delete(nonce);
    }
  }

  /** Forgets the nonces of blocks that no longer are. */
  rewind(blockNumber: number): void {
    while ((this.#usedByBlock.at(-1)?.number ?? -1) > blockNumber) {
      for (const nonce of this.#usedByBlock.pop()?.nonces ?? []) this.#used.delete(nonce);
    }
  }

  clear(): void {
    this.#pending.clear();
    this.#system.clear();
    this.#pendingNonces.clear();
  }
}
