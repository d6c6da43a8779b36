import type { ChainClient, RequestOptions } from "../client";
import { receiptSchema, type TransactionReceipt } from "./receiptSchema";
import { callMethod, type WireMethod } from "./wireMethod";

export const getTransactionReceiptMethod = {
  name: "getTransactionReceipt",
  leading: "groupAndNode",
  since: "3.0.0",
  parameters: [
    { name: "hash", type: "hash" },
    { name: "withProof", type: "boolean", optional: true },
  ],
  result: receiptSchema,
} as const satisfies WireMethod;

/** The receipt of a committed transaction; error 3008 while it waits or when it is unknown. The proof is in `txReceiptProof`. */
export function getTransactionReceipt(
  client: ChainClient,
  hash: string,
  withProof = false,
  options?: RequestOptions,
): Promise<TransactionReceipt> {
  return callMethod(client, getTransactionReceiptMethod, [hash, withProof], options);
}
