import type { ChainClient, RequestOptions } from "../client";
import { filterIdSchema } from "./logSchema";
import { callMethod, type WireMethod } from "./wireMethod";

export const newBlockFilterMethod = {
  name: "newBlockFilter",
  leading: "group",
  since: "3.9.0",
  parameters: [],
  result: filterIdSchema,
} as const satisfies WireMethod;

/** Makes a filter that collects the hashes of new blocks. Forgotten by the node when unused for 300 s. */
export function newBlockFilter(client: ChainClient, options?: RequestOptions): Promise<string> {
  return callMethod(client, newBlockFilterMethod, [], options);
}
