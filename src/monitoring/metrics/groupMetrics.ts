import { type ChainClient, createClient, type Transport } from "../../chain/client/client";
import { judgeHealth } from "../../chain/health/groupHealth";
import { openSession } from "../../chain/openSession";
import { getBlockByNumber } from "../../chain/rpc/blocks";
import { getGroupPeers } from "../../chain/rpc/groups";
import { getObserverList } from "../../chain/rpc/members";
import { getConsensusStatus, getSyncStatus } from "../../chain/rpc/nodeStatus";
import { getPendingTxSize, getTotalTransactionCount } from "../../chain/rpc/transactions";
import { listSystemConfig } from "../../chain/services/systemConfig/listSystemConfig";
import type { ChainSession } from "../../chain/session";
import { minuteMs } from "../../time/units";
import type { MetricName } from "./metricNames";

/** A value of a metric with its labels. */
export interface Measured {
  readonly name: MetricName;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const maxPeers = 1000;
const maxSettings = 200;
/** The system configuration changes rarely and takes a call for each key: it is asked for once a minute. */
const settingsMs = minuteMs;

const flag = (value: boolean): number => (value ? 1 : 0);

/** A group at an endpoint. What doesn't change is asked once. */
export class MeasuredGroup {
  readonly #client: ChainClient;
  #session: Promise<ChainSession> | undefined;
  #settings: { readonly at: number; readonly values: readonly Measured[] } | undefined;

  constructor(
    transport: Transport,
    readonly group: string,
    private readonly endpoint: string,
  ) {
    this.#client = createClient(transport, group);
  }

  /** @throws ChainError: the group can't be asked. */
  async read(timeoutMs: number): Promise<Measured[]> {
    try {
      this.#session ??= openSession(this.#client);
      return await this.#read(await this.#session, timeoutMs);
    } catch (error) {
      // a node that comes back may be another version
      this.#session = undefined;
      throw error;
    }
  }

  async #read(session: ChainSession, timeoutMs: number): Promise<Measured[]> {
    const options = { timeoutMs };
    const { client } = session;
    const began = performance.now();
    const [consensus, sync, groupPeers, observers, total, pending] = await Promise.all([
      getConsensusStatus(client, options),
      getSyncStatus(client, options),
      getGroupPeers(client, options),
      getObserverList(client, options),
      getTotalTransactionCount(client, options),
      getPendingTxSize(client, options),
    ]);
    const answerMs = performance.now() - began;
    const health = judgeHealth({ consensus, sync, groupPeers, observers, waiting: pending, answerMs });
    const block = await getBlockByNumber(client, sync.blockNumber, "hashes", options).catch(() => undefined);
    const labels = { endpoint: this.endpoint, group: this.group };
    const measured = (name: MetricName, value: number | bigint | undefined): Measured[] =>
      value === undefined ? [] : [{ name, labels, value: Number(value) }];
    const info = {
      ...labels,
      ...{ chain: session.chainId, node_id: sync.nodeID, version: session.nodeVersion },
      ...{ compatibility_version: session.compatibilityVersion, crypto: session.suite.name },
    };
    return [
      { name: "node_info", labels: info, value: 1 },
      ...measured("block_height", sync.blockNumber),
      ...measured("block_known_highest", sync.knownHighestNumber),
      ...measured("block_timestamp_seconds", block && Number(block.timestamp) / 1000),
      ...measured("block_transactions", block?.transactions.length),
      ...measured("sync_lag_blocks", health.ownLag),
      ...measured("syncing", flag(sync.isSyncing)),
      ...measured("archived_blocks", sync.archivedBlockNumber),
      ...measured("transactions", total.transactionCount),
      ...measured("transactions_failed", total.failedTransactionCount),
      ...measured("pool_pending_transactions", pending),
      ...measured("consensus_view", consensus.view),
      ...measured("consensus_change_cycle", consensus.changeCycle),
      ...measured("consensus_leader_index", consensus.leaderIndex),
      ...measured("consensus_is_sealer", flag(consensus.isConsensusNode)),
      ...measured("consensus_weight", health.totalWeight),
      ...measured("consensus_weight_reachable", health.reachableWeight),
      ...measured("consensus_weight_needed", health.neededWeight),
      ...measured("sealers", health.totalSealers),
      ...measured("sealers_reachable", health.reachableSealers),
      ...measured("observers", observers.length),
      ...measured("members_unreachable", health.unreachable.length),
      ...consensus.consensusNodeList.slice(0, maxPeers).map(({ nodeID }): Measured => {
        const value = flag(!health.unreachable.includes(nodeID));
        return { name: "sealer_reachable", labels: { ...labels, peer: nodeID }, value };
      }),
      ...sync.peers.slice(0, maxPeers).map(
        ({ nodeID, blockNumber }): Measured => ({
          ...{ name: "peer_block_height", labels: { ...labels, peer: nodeID }, value: Number(blockNumber) },
        }),
      ),
      ...(await this.#settingsOf(session, labels, timeoutMs)),
    ];
  }

  async #settingsOf(
    session: ChainSession,
    labels: Measured["labels"],
    timeoutMs: number,
  ): Promise<readonly Measured[]> {
    const now = Date.now();
    if (this.#settings && now - this.#settings.at < settingsMs) return this.#settings.values;
    const found = await listSystemConfig(session, { timeoutMs }).catch(() => undefined);
    if (!found) return this.#settings?.values ?? [];
    const values = found
      .filter(({ value }) => /^\d{1,15}$/.test(value))
      .slice(0, maxSettings)
      .map(({ key, value }): Measured => ({ name: "system_config", labels: { ...labels, key }, value: Number(value) }));
    this.#settings = { at: now, values };
    return values;
  }
}
