import type { ChainClient, RequestOptions } from "../client";
import { type ChainTransaction, transactionSchema } from "./transactionSchema";
import { callMethod, type WireMethod } from "./wireMethod";

export const getTransactionMethod = {
  name: "getTransaction",
  leading: "groupAndNode",
  since: "3.0.0",
  parameters: [
    { name: "hash", type: "hash" },
    { name: "withProof", type: "boolean", optional: true },
  ],
  result: transactionSchema,
} as const satisfies WireMethod;

/** A committed transaction; error 3008 when it is unknown. The proof is in `txProof`. */
export function getTransaction(
  client: ChainClient,
  hash: string,
  withProof = false,
  options?: RequestOptions,
): Promise<ChainTransaction> {
  return callMethod(client, getTransactionMethod, [hash, withProof], options);
}
