import * as v from "valibot";
import { inParallel } from "../../time/inParallel";
import type { ChainClient, RequestOptions } from "../client/client";
import { getBlockNumber } from "./getBlockNumber";
import { type LogFilter, wireLogFilter } from "./logFilter";
import { type ChainLog, logSchema } from "./logSchema";
import { callMethod, wireMethod } from "./wireMethod";

export const getLogsMethod = wireMethod("getLogs", { filter: "filter" }, v.array(logSchema), {
  leading: "group",
  since: "3.9.0",
});

export interface GetLogsOptions extends RequestOptions {
  /** What the node looks at in one request; more is silently left out. Nodes have 10 unless configured otherwise. */
  blocksPerRequest?: number;
  /** Told after each request: blocks done and blocks in all. */
  onProgress?: (done: number, all: number) => void;
}

/** Requests under way at once. */
const parallel = 4;

/**
 * All matching events of the range in order, in as many requests as the node's silent limit of 10 blocks needs
 * (docs/protocol/guards.md). An open end is the height at the start of the call.
 */
export async function getLogs(
  client: ChainClient,
  filter: LogFilter,
  options: GetLogsOptions = {},
): Promise<ChainLog[]> {
  const { blocksPerRequest = 10, onProgress, ...request } = options;
  const first = filter.fromBlock ?? 0;
  const last = filter.toBlock ?? (await getBlockNumber(client, request));
  wireLogFilter("getLogs", { ...filter, fromBlock: first, toBlock: last });
  const all = last - first + 1;
  const starts = Array.from(
    { length: Math.max(0, Math.ceil(all / blocksPerRequest)) },
    (_, i) => first + i * blocksPerRequest,
  );
  let done = 0;
  const pages = await inParallel(starts, parallel, async (fromBlock) => {
    const toBlock = Math.min(fromBlock + blocksPerRequest - 1, last);
    const page = wireLogFilter("getLogs", { ...filter, fromBlock, toBlock });
    const found = await callMethod(client, getLogsMethod, [page], request);
    done += toBlock - fromBlock + 1;
    onProgress?.(done, all);
    return found;
  });
  return pages.flat();
}
