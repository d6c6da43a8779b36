import type { RequestOptions } from "../client/client";
import type { FeedLog } from "./eventFeed";
import { type LogRange, type LogSource, readLogs } from "./readLogs";

/** Blocks between two reports: so many requests of ten blocks that four at a time keep busy, few enough to show something soon. */
const sliceBlocks = 400;

/** The events of one stretch of a history. */
export interface HistorySlice {
  readonly from: number;
  readonly to: number;
  /** In the order of the chain. */
  readonly logs: readonly FeedLog[];
}

/**
 * The events of a range of blocks, newest stretch first: what a person wants to see comes early. Each stretch is whole, in as many
 * requests as the node's silent limit of 10 blocks needs (docs/protocol/guards.md, "Logs"). Stop with the signal or by leaving the loop.
 * @throws ChainError what {@link readLogs} throws
 */
export async function* eventHistory(
  source: LogSource,
  filter: LogRange,
  options: RequestOptions = {},
): AsyncGenerator<HistorySlice> {
  for (let to = filter.toBlock; to >= filter.fromBlock; to -= sliceBlocks) {
    const from = Math.max(filter.fromBlock, to - sliceBlocks + 1);
    yield { from, to, logs: await readLogs(source, { ...filter, fromBlock: from, toBlock: to }, options) };
  }
}
