import { pause } from "../../time/waitUntil";
import type { LoadOutcome, LoadStatistics } from "./loadStatistics";
import { type Pace, reconnectDelayMs } from "./pace";

/** What came of sending one transaction, and whether the node was reached at all. */
export interface SendResult {
  readonly outcome: LoadOutcome;
  readonly hasReceipt: boolean;
  readonly unreachable: boolean;
}

interface LoadLoop {
  readonly pace: Pace;
  readonly statistics: LoadStatistics;
  readonly connections: number;
  /** Nothing more is sent once it is aborted; what was sent is waited for. */
  readonly stop: AbortSignal;
  /** Signs and sends transaction `index` over a connection. Never throws for what a chain does. */
  send(index: number, connection: number): Promise<SendResult>;
  /** Milliseconds since the start. */
  elapsedMs(): number;
  sleep?(ms: number, signal: AbortSignal): Promise<unknown>;
}

/** One connection: a transaction at a time. After a failure to connect it waits, longer each time, before it takes the next. */
async function runConnection(loop: LoadLoop, connection: number): Promise<void> {
  const { pace, statistics, stop, sleep = pause } = loop;
  let failures = 0;
  for (;;) {
    if (failures > 0) await sleep(reconnectDelayMs(failures), stop);
    if (stop.aborted) return;
    const slot = pace.take(loop.elapsedMs());
    if (!slot) return;
    if (slot.waitMs > 0) await sleep(slot.waitMs, stop);
    if (stop.aborted) return;
    const sentMs = loop.elapsedMs();
    statistics.sent(sentMs, slot.dueMs);
    const { outcome, hasReceipt, unreachable } = await loop.send(slot.index, connection);
    statistics.answered(sentMs, loop.elapsedMs(), outcome, hasReceipt);
    if (failures > 0 && !unreachable) statistics.reconnected();
    failures = unreachable ? failures + 1 : 0;
  }
}

/** Sends until all is sent, the time is over or a user stops it, and waits for every answer. */
export async function runLoop(loop: LoadLoop): Promise<void> {
  await Promise.all(Array.from({ length: loop.connections }, (_, connection) => runConnection(loop, connection)));
}
