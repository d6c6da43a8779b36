import * as v from "valibot";
import type { ChainClient, RequestOptions } from "../client";
import { type ChainLog, logSchema } from "./logSchema";
import { callMethod, type WireMethod } from "./wireMethod";

export const getFilterLogsMethod = {
  name: "getFilterLogs",
  leading: "group",
  since: "3.9.0",
  parameters: [{ name: "filterId", type: "text" }],
  result: v.array(logSchema),
} as const satisfies WireMethod;

/** Everything that a log filter matches, within the 10 blocks a node looks at. */
export function getFilterLogs(client: ChainClient, filterId: string, options?: RequestOptions): Promise<ChainLog[]> {
  return callMethod(client, getFilterLogsMethod, [filterId], options);
}
