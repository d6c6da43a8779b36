import * as v from "valibot";
import { phrase } from "../../text/catalogue";
import { inParallel } from "../../time/inParallel";
import type { ChainClient, RequestOptions } from "../client/client";
import { clientError, excerpt } from "../errors/clientError";
import { getBlockNumber, getBlockNumberMethod } from "./getBlockNumber";
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

/** Heights of no chain: one with a block each second comes here after 136 years. */
const beyondChains = 2 ** 32;

/** The blocks that requests begin at. */
function* startsOf(first: number, last: number, step: number): Iterable<number> {
  for (let start = first; start <= last; start += step) yield start;
}

/** The height of the chain. @throws ChainError decode `unexpectedShape` where it is none that a chain has. */
async function newestBlock(client: ChainClient, options: RequestOptions): Promise<number> {
  const height = await getBlockNumber(client, options);
  if (height < beyondChains) return height;
  const { name: method } = getBlockNumberMethod;
  throw clientError("unexpectedShape", { method, path: "result", problem: `no chain has a block ${height}` });
}

/**
 * All matching events of the range in order, in as many requests as the node's silent limit of 10 blocks needs
 * (docs/protocol/guards.md). An open end is the height at the start of the call.
 * @throws ChainError usage `wrongParameter`, decode `unexpectedShape` for a height that no chain has.
 */
export async function getLogs(
  client: ChainClient,
  filter: LogFilter,
  options: GetLogsOptions = {},
): Promise<ChainLog[]> {
  const { blocksPerRequest = 10, onProgress, ...request } = options;
  const first = filter.fromBlock ?? 0;
  const last = filter.toBlock ?? (await newestBlock(client, request));
  wireLogFilter("getLogs", { ...filter, fromBlock: first, toBlock: last });
  if (last >= beyondChains)
    throw clientError("wrongParameter", {
      method: getLogsMethod.name,
      parameter: "toBlock",
      form: phrase("a block that a chain can have"),
      given: excerpt(last),
    });
  const all = last - first + 1;
  let done = 0;
  const pages = await inParallel(startsOf(first, last, blocksPerRequest), parallel, async (fromBlock) => {
    const toBlock = Math.min(fromBlock + blocksPerRequest - 1, last);
    const page = wireLogFilter("getLogs", { ...filter, fromBlock, toBlock });
    const found = await callMethod(client, getLogsMethod, [page], request);
    done += toBlock - fromBlock + 1;
    onProgress?.(done, all);
    return found;
  });
  return pages.flat();
}
