import type { ChainClient, RequestOptions } from "../client/client";
import { getConsensusStatus } from "../rpc/getConsensusStatus";
import { getGroupPeers } from "../rpc/getGroupPeers";
import { getObserverList } from "../rpc/getObserverList";
import { getSyncStatus } from "../rpc/getSyncStatus";
import { type GroupHealth, judgeHealth } from "./groupHealth";

/** Asks a node how its group fares. @throws ChainError of the four requests. */
export async function readGroupHealth(client: ChainClient, options?: RequestOptions): Promise<GroupHealth> {
  const started = performance.now();
  const [consensus, sync, groupPeers, observers] = await Promise.all([
    getConsensusStatus(client, options),
    getSyncStatus(client, options),
    getGroupPeers(client, options),
    getObserverList(client, options),
  ]);
  return judgeHealth({ consensus, sync, groupPeers, observers, answerMs: performance.now() - started });
}
