import type { ChainClient, RequestOptions } from "../client/client";
import { clientError } from "../errors/clientError";
import { getLogs } from "../rpc/getLogs";
import type { LogFilter } from "../rpc/logFilter";
import type { ChainLog } from "../rpc/logSchema";
import type { PushedLog } from "../transport/webSocketMessages";
import type { WebSocketTransport } from "../transport/webSocketTransport";

/** Blocks between two reports: so many requests of ten blocks that four at a time keep busy, few enough to show something soon. */
const sliceBlocks = 400;

/** The events of one stretch of a history. */
export interface HistorySlice {
  readonly from: number;
  readonly to: number;
  /** In the order of the chain. */
  readonly logs: readonly ChainLog[];
}

/**
 * The events of a range of blocks, newest stretch first: what a person wants to see comes early. Each stretch is whole, in as many
 * requests as the node's silent limit of 10 blocks needs (docs/protocol/guards.md, "Logs"). Stop with the signal or by leaving the loop.
 * @throws ChainError what `getLogs` throws; -32601 from nodes before 3.9.
 */
export async function* eventHistory(
  client: ChainClient,
  filter: LogFilter & { readonly fromBlock: number; readonly toBlock: number },
  options: RequestOptions = {},
): AsyncGenerator<HistorySlice> {
  for (let to = filter.toBlock; to >= filter.fromBlock; to -= sliceBlocks) {
    const from = Math.max(filter.fromBlock, to - sliceBlocks + 1);
    yield { from, to, logs: await getLogs(client, { ...filter, fromBlock: from, toBlock: to }, options) };
  }
}

/**
 * The same from a node that pushes but has no getLogs (before 3.9): it goes through the range by itself, oldest first.
 * @throws ChainError rpc when the node does not take the subscription; `cancelled`.
 */
export async function pushedHistory(
  push: Pick<WebSocketTransport, "subscribeEvents">,
  group: string,
  filter: LogFilter & { readonly fromBlock: number; readonly toBlock: number },
  onLogs: (logs: readonly PushedLog[]) => void,
  signal: AbortSignal,
): Promise<void> {
  if (filter.toBlock < 1) return; // block 0 has no events, and a subscription cannot begin there
  const range = { ...filter, fromBlock: Math.max(1, filter.fromBlock) };
  let stop: (() => void) | undefined;
  let cancel = (): void => undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      cancel = () => reject(clientError("cancelled", { method: "subscribeEvents" }));
      signal.addEventListener("abort", cancel);
      if (signal.aborted) cancel();
      push.subscribeEvents(group, range, { onLogs, onEnd: resolve, onError: reject }).then((made) => {
        stop = made;
        if (signal.aborted) made();
      }, reject);
    });
  } finally {
    signal.removeEventListener("abort", cancel);
    stop?.();
  }
}
