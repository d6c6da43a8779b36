import * as v from "valibot";
import type { Hex } from "../../crypto/hex";
import type { ChainClient, RequestOptions } from "../client";
import { type ChainLog, logSchema } from "./logSchema";
import { callMethod, type WireMethod } from "./wireMethod";
import { hash } from "./wireSchemas";

export const getFilterChangesMethod = {
  name: "getFilterChanges",
  leading: "group",
  since: "3.9.0",
  parameters: [{ name: "filterId", type: "text" }],
  result: v.union([v.array(hash), v.array(logSchema)]),
} as const satisfies WireMethod;

/** What is new since the last poll: hashes for block and transaction filters, logs for log filters. */
export function getFilterChanges(
  client: ChainClient,
  filterId: string,
  options?: RequestOptions,
): Promise<Hex[] | ChainLog[]> {
  return callMethod(client, getFilterChangesMethod, [filterId], options);
}
