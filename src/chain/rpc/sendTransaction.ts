import type { ChainClient, RequestOptions } from "../client/client";
import { receiptSchema, type TransactionReceipt } from "./receiptSchema";
import { callMethod, wireMethod } from "./wireMethod";

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
