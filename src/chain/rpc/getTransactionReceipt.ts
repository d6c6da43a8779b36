import type { ChainClient, RequestOptions } from "../client/client";
import { receiptSchema, type TransactionReceipt } from "./receiptSchema";
import { callMethod, wireMethod } from "./wireMethod";

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
