import { ChainError } from "../../errors/chainError";
import { clientError } from "../../errors/clientError";
import { inParallel } from "../../time/inParallel";
import type { ChainClient, RequestOptions } from "../client/client";
import { getBlockByNumber } from "../rpc/blocks";
import type { LogFilter } from "../rpc/logs";
import { getLogs } from "../rpc/logs";
import { getTransactionReceipt } from "../rpc/transactions";
import type { PushedLog } from "../transport/webSocketMessages";
import type { WebSocketTransport } from "../transport/webSocketTransport";

/** Where events of the past are read. */
export interface LogSource {
  readonly client: ChainClient;
  /** The connection over which the node pushes, while there is one. */
  readonly push?: Pick<WebSocketTransport, "subscribeEvents"> | undefined;
}

/** Which events of which blocks. */
export type LogRange = LogFilter & { readonly fromBlock: number; readonly toBlock: number };

/** Blocks whose receipts are read at once. */
const atOnce = 4;

/**
 * All matching events of a range, in the chain's order. A node before 3.9 has no `getLogs`: where it pushes it goes through the range by
 * itself, else the receipts of the blocks are read.
 * @throws ChainError what a request throws; `cancelled`
 */
export async function readLogs(
  { client, push }: LogSource,
  range: LogRange,
  options: RequestOptions = {},
): Promise<readonly PushedLog[]> {
  if (range.toBlock < range.fromBlock) return [];
  try {
    return await getLogs(client, range, options);
  } catch (error) {
    if (!(error instanceof ChainError) || error.code !== "methodTooNew") throw error;
  }
  if (push) {
    try {
      return await pushedLogs(push, client.group, range, options.signal);
    } catch (error) {
      // a node that takes no subscription still has its receipts
      if (!(error instanceof ChainError) || options.signal?.aborted) throw error;
    }
  }
  return logsOfReceipts(client, range, options);
}

async function pushedLogs(
  push: Pick<WebSocketTransport, "subscribeEvents">,
  group: string,
  filter: LogRange,
  signal: AbortSignal | undefined,
): Promise<PushedLog[]> {
  if (filter.toBlock < 1) return []; // block 0 has no events, and a subscription cannot begin there
  const range = { ...filter, fromBlock: Math.max(1, filter.fromBlock) };
  const found: PushedLog[] = [];
  let stop: (() => void) | undefined;
  let cancel = (): void => undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      cancel = () => reject(clientError("cancelled", { method: "subscribeEvents" }));
      signal?.addEventListener("abort", cancel);
      if (signal?.aborted) cancel();
      const onLogs = (logs: readonly PushedLog[]): void => {
        for (const log of logs) found.push(log);
      };
      push.subscribeEvents(group, range, { onLogs, onEnd: resolve, onError: reject }).then((made) => {
        stop = made;
        if (signal?.aborted) made();
      }, reject);
    });
  } finally {
    signal?.removeEventListener("abort", cancel);
    stop?.();
  }
  return found;
}

/** Whether an event is one of those that a filter names: by contract, and by the topics at each position. */
function isWanted({ addresses = [], topics = [] }: LogFilter): (log: Pick<PushedLog, "address" | "topics">) => boolean {
  const contracts = new Set(addresses.map((address) => address.replace(/^0x/i, "").toLowerCase()));
  const positions = topics.map((position) => {
    const some = position === null ? [] : typeof position === "string" ? [position] : position;
    return new Set(some.map((topic) => topic.replace(/^0x/i, "").toLowerCase()));
  });
  const isOne = (among: ReadonlySet<string>, hex: string | undefined): boolean =>
    among.size === 0 || (hex !== undefined && among.has(hex.slice(2).toLowerCase()));
  return (log) =>
    isOne(contracts, log.address) && positions.every((position, index) => isOne(position, log.topics[index]));
}

function* numbersOf({ fromBlock, toBlock }: LogRange): Iterable<number> {
  for (let number = fromBlock; number <= toBlock; number++) yield number;
}

async function logsOfReceipts(client: ChainClient, range: LogRange, options: RequestOptions): Promise<PushedLog[]> {
  const isOne = isWanted(range);
  const blocks = await inParallel(numbersOf(range), atOnce, async (blockNumber) => {
    const { transactions } = await getBlockByNumber(client, blockNumber, "hashes", options);
    const found: PushedLog[] = [];
    for (const [transactionIndex, transactionHash] of transactions.entries()) {
      const { logEntries } = await getTransactionReceipt(client, transactionHash, false, options);
      for (const [logIndex, { address, topics, data }] of logEntries.entries())
        if (isOne({ address, topics }))
          found.push({ address, topics, data, blockNumber, transactionHash, transactionIndex, logIndex });
    }
    return found;
  });
  return blocks.flat();
}
