import type { ChainClient, RequestOptions } from "../client/client";
import { type ChainTransaction, transactionSchema } from "./transactionSchema";
import { callMethod, wireMethod } from "./wireMethod";

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
