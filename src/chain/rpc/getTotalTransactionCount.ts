import * as v from "valibot";
import type { ChainClient, RequestOptions } from "../client/client";
import { callMethod, wireMethod } from "./wireMethod";
import { count } from "./wireSchemas";

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
