import type { ChainClient, RequestOptions } from "../client";
import { type LogFilter, wireLogFilter } from "./logFilter";
import { filterIdSchema } from "./logSchema";
import { callMethod, type WireMethod } from "./wireMethod";

export const newFilterMethod = {
  name: "newFilter",
  leading: "group",
  since: "3.9.0",
  parameters: [{ name: "filter", type: "filter" }],
  result: filterIdSchema,
} as const satisfies WireMethod;

/** Makes a filter that collects events. Forgotten by the node when unused for 300 s. */
export async function newFilter(client: ChainClient, filter: LogFilter, options?: RequestOptions): Promise<string> {
  return callMethod(client, newFilterMethod, [wireLogFilter("newFilter", filter)], options);
}
