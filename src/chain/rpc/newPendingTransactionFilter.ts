import type { ChainClient, RequestOptions } from "../client";
import { filterIdSchema } from "./logSchema";
import { callMethod, type WireMethod } from "./wireMethod";

export const newPendingTransactionFilterMethod = {
  name: "newPendingTransactionFilter",
  leading: "group",
  since: "3.9.0",
  parameters: [],
  result: filterIdSchema,
} as const satisfies WireMethod;

/** Makes a filter that collects the hashes of newly committed (in spite of its name) transactions. */
export function newPendingTransactionFilter(client: ChainClient, options?: RequestOptions): Promise<string> {
  return callMethod(client, newPendingTransactionFilterMethod, [], options);
}
