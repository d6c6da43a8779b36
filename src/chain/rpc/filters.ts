import * as v from "valibot";
import type { Hex } from "../../crypto/bytes/hex";
import type { ChainClient, RequestOptions } from "../client/client";
import { type ChainLog, filterIdSchema, type LogFilter, logSchema, wireLogFilter } from "./logs";
import { callMethod, wireMethod } from "./wireMethod";
import { hash } from "./wireSchemas";

/** Filters are of a group, which nodes know since 3.9. */
const ofGroup = { leading: "group", since: "3.9.0" } as const;

export const newBlockFilterMethod = wireMethod("newBlockFilter", {}, filterIdSchema, ofGroup);

/** Makes a filter that collects the hashes of new blocks. Forgotten by the node when unused for 300 s. */
export function newBlockFilter(client: ChainClient, options?: RequestOptions): Promise<string> {
  return callMethod(client, newBlockFilterMethod, [], options);
}

export const newPendingTransactionFilterMethod = wireMethod("newPendingTransactionFilter", {}, filterIdSchema, ofGroup);

/** Makes a filter that collects the hashes of newly committed (in spite of its name) transactions. */
export function newPendingTransactionFilter(client: ChainClient, options?: RequestOptions): Promise<string> {
  return callMethod(client, newPendingTransactionFilterMethod, [], options);
}

export const newFilterMethod = wireMethod("newFilter", { filter: "filter" }, filterIdSchema, ofGroup);

/** Makes a filter that collects events. Forgotten by the node when unused for 300 s. */
export async function newFilter(client: ChainClient, filter: LogFilter, options?: RequestOptions): Promise<string> {
  return callMethod(client, newFilterMethod, [wireLogFilter("newFilter", filter)], options);
}

export const uninstallFilterMethod = wireMethod("uninstallFilter", { filterId: "text" }, v.boolean(), ofGroup);

/** Removes a filter; false when the node does not know it. */
export function uninstallFilter(client: ChainClient, filterId: string, options?: RequestOptions): Promise<boolean> {
  return callMethod(client, uninstallFilterMethod, [filterId], options);
}

export const getFilterChangesMethod = wireMethod(
  "getFilterChanges",
  { filterId: "text" },
  v.union([v.array(hash), v.array(logSchema)]),
  ofGroup,
);

/** What is new since the last poll: hashes for block and transaction filters, logs for log filters. */
export function getFilterChanges(
  client: ChainClient,
  filterId: string,
  options?: RequestOptions,
): Promise<Hex[] | ChainLog[]> {
  return callMethod(client, getFilterChangesMethod, [filterId], options);
}

export const getFilterLogsMethod = wireMethod("getFilterLogs", { filterId: "text" }, v.array(logSchema), ofGroup);

/** Everything that a log filter matches, within the 10 blocks a node looks at. */
export function getFilterLogs(client: ChainClient, filterId: string, options?: RequestOptions): Promise<ChainLog[]> {
  return callMethod(client, getFilterLogsMethod, [filterId], options);
}
