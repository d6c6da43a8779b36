import { type Clock, systemClock } from "../../time/clock";
import { pause } from "../../time/waitUntil";
import type { ChainClient, RequestOptions } from "../client/client";
import { getGroupPeers } from "../rpc/getGroupPeers";
import { getObserverList } from "../rpc/members";
import { getConsensusStatus, getSyncStatus } from "../rpc/nodeStatus";
import { getPendingTxSize } from "../rpc/transactions";
import { type GroupHealth, isStopped, judgeHealth, standstillOf } from "./groupHealth";

const lookEveryMs = 1000;

/** Asks a node how its group fares: one look, which can't tell whether blocks come. @throws ChainError of the five requests. */
export async function readGroupHealth(client: ChainClient, options?: RequestOptions): Promise<GroupHealth> {
  const started = performance.now();
  const [consensus, sync, groupPeers, observers, waiting] = await Promise.all([
    getConsensusStatus(client, options),
    getSyncStatus(client, options),
    getGroupPeers(client, options),
    getObserverList(client, options),
    getPendingTxSize(client, options),
  ]);
  return judgeHealth({ consensus, sync, groupPeers, observers, waiting, answerMs: performance.now() - started });
}

/**
 * The same, and whether blocks come: where transactions wait it looks again each second until a block has come or nothing waits any
 * more, for `standsLimitMs` at most.
 * @throws ChainError as `readGroupHealth`
 */
export async function watchGroupHealth(
  client: ChainClient,
  { clock = systemClock, ...options }: RequestOptions & { readonly clock?: Clock } = {},
): Promise<GroupHealth> {
  let health = await readGroupHealth(client, options);
  const standstill = standstillOf(undefined, health, clock.now());
  while (standstill && !isStopped(health) && !options.signal?.aborted) {
    await pause(lookEveryMs, options.signal, clock);
    const next = await readGroupHealth(client, options);
    if (standstillOf(standstill, next, clock.now()) !== standstill) return next;
    health = { ...next, standsMs: clock.now() - standstill.sinceMs };
  }
  return health;
}
