import * as v from "valibot";
import type { ChainClient, RequestOptions } from "../client/client";
import { receiptSchema, type TransactionReceipt } from "./receiptSchema";
import { callMethod, wireMethod } from "./wireMethod";
import { count, exactInteger, hash, hex } from "./wireSchemas";

const transactionMembers = {
  /** 0, 1 (since 3.6) or 2 (since 3.7). */
  version: count,
  hash,
  /** Opaque: decimal text in 3.0–3.2, since 3.3 the hex digits of the bytes of the nonce's text. */
  nonce: v.string(),
  /** The last block that may hold it; 0 for web3 transactions. */
  blockLimit: exactInteger,
  /** Exactly as sent; empty for a deployment. */
  to: v.string(),
  from: v.string(),
  input: hex,
  /** Milliseconds; when the asked node took it in. No part of the hash. */
  importTime: exactInteger,
  chainID: v.string(),
  groupID: v.string(),
  /** ABI text that a deployment carried, or empty. */
  abi: v.string(),
  signature: hex,
  /** Since 3.2. Free text, not hex, not signed. */
  extraData: v.optional(v.string()),
  /** Since 3.6, version 1 and up, or web3. Text as sent. */
  value: v.optional(v.string()),
  gasPrice: v.optional(v.string()),
  gasLimit: v.optional(exactInteger),
  maxFeePerGas: v.optional(v.string()),
  maxPriorityFeePerGas: v.optional(v.string()),
  /** Since 3.7, version 2: byte values. */
  extension: v.optional(v.array(count)),
  /** Since 3.2, when the proof was asked for: Merkle path, hex without prefix. */
  txProof: v.optional(v.array(v.string())),
};

/** A committed transaction (docs/protocol/json-rpc.md, "Transactions"). */
export const transactionSchema = v.looseObject(transactionMembers);

export type ChainTransaction = v.InferOutput<typeof transactionSchema>;

export const getTransactionMethod = wireMethod(
  "getTransaction",
  { hash: "hash", withProof: "boolean?" },
  transactionSchema,
);

/** A committed transaction; error 3008 when it is unknown. The proof is in `txProof`. */
export function getTransaction(
  client: ChainClient,
  hash: string,
  withProof = false,
  options?: RequestOptions,
): Promise<ChainTransaction> {
  return callMethod(client, getTransactionMethod, [hash, withProof], options);
}

export const getTransactionReceiptMethod = wireMethod(
  "getTransactionReceipt",
  { hash: "hash", withProof: "boolean?" },
  receiptSchema,
);

/** The receipt of a committed transaction; error 3008 while it waits or when it is unknown. The proof is in `txReceiptProof`. */
export function getTransactionReceipt(
  client: ChainClient,
  hash: string,
  withProof = false,
  options?: RequestOptions,
): Promise<TransactionReceipt> {
  return callMethod(client, getTransactionReceiptMethod, [hash, withProof], options);
}

export const sendTransactionMethod = wireMethod(
  "sendTransaction",
  { signedTransaction: "hex", withProof: "boolean?" },
  receiptSchema,
);

/**
 * Sends a signed transaction and gives the receipt, which comes once the block is committed. A refusal by the pool is an error of
 * kind `txpool`, a failed execution a receipt with a status. After a time-out the transaction may still be sealed: use
 * `sendSignedTransaction`, which looks for it.
 */
export function sendTransaction(
  client: ChainClient,
  signedTransaction: string,
  withProof = false,
  options?: RequestOptions,
): Promise<TransactionReceipt> {
  return callMethod(client, sendTransactionMethod, [signedTransaction, withProof], options);
}

const totalSchema = v.pipe(
  v.looseObject({ blockNumber: count, transactionCount: count, failedTransactionCount: count }),
  v.transform((total) => ({
    ...total,
    /** `transactionCount` under the name that the official SDKs give it. */
    txSum: total.transactionCount,
    /** `failedTransactionCount` under the name that the official SDKs give it. */
    failedTxSum: total.failedTransactionCount,
  })),
);

export type TotalTransactionCount = v.InferOutput<typeof totalSchema>;

export const getTotalTransactionCountMethod = wireMethod("getTotalTransactionCount", {}, totalSchema);

/** How many transactions the chain holds, and how many of them failed. */
export function getTotalTransactionCount(
  client: ChainClient,
  options?: RequestOptions,
): Promise<TotalTransactionCount> {
  return callMethod(client, getTotalTransactionCountMethod, [], options);
}

export const getPendingTxSizeMethod = wireMethod("getPendingTxSize", {}, count);

/** Transactions waiting in the pool of the node. */
export function getPendingTxSize(client: ChainClient, options?: RequestOptions): Promise<number> {
  return callMethod(client, getPendingTxSizeMethod, [], options);
}
