import type { RequestOptions } from "../../chain/client/client";
import { getConsensusStatus, getSyncStatus } from "../../chain/rpc/nodeStatus";
import { getPendingTxSize } from "../../chain/rpc/transactions";
import type { ChainSession } from "../../chain/session";
import { observationsTable, sightingsTable } from "../schema/baseTables";
import type { HistoryStore, StoredRow } from "../store/historyStore";
import { plainId } from "./blockRows";

/** Between two looks, in milliseconds. */
const usualLookMs = 10_000;

/** What stays the same is written no more often. */
const sameMs = 60_000;

/** Nodes that are written of. */
const maxNodes = 100;

/** More blocks at once weren't made just now: the chain wasn't looked at meanwhile. */
const maxAtOnce = 16;

/** Blocks whose rows wait to be written. */
const maxWaiting = 10_000;

/** Characters of a node's ID that every database holds. */
const maxIdLength = 255;

/** Each peer says its height itself: null for a number that no chain comes to, and no database holds. */
function possible(reported: number | bigint): number | null {
  const number = Number(reported);
  return Number.isSafeInteger(number) && number >= 0 ? number : null;
}

/** What no block tells, written while a chain is followed: heights of nodes, pool, view, and when a block was seen first. */
export class GroupObserver {
  #lookedMs = Number.NEGATIVE_INFINITY;
  /** What was written of a node last. */
  readonly #written = new Map<string, { readonly what: string; readonly atMs: number }>();
  #sightings: StoredRow[] = [];

  constructor(
    private readonly session: ChainSession,
    private readonly store: HistoryStore,
    private readonly lookMs = usualLookMs,
  ) {}

  /** The chain has grown from one height to another. */
  saw(before: number, height: number): void {
    if (height - before > maxAtOnce || this.#sightings.length > maxWaiting) return;
    const now = Date.now();
    for (let number = before + 1; number <= height; number++) this.#sightings.push([number, now]);
  }

  /**
   * Looks at the group, where it is time to. A node that says nothing of it is no failure.
   * @throws ChainError what the store throws
   */
  async look(requests: RequestOptions): Promise<void> {
    const atMs = Date.now();
    if (atMs - this.#lookedMs < this.lookMs && atMs >= this.#lookedMs) return;
    this.#lookedMs = atMs;
    const rows = await this.#rows(atMs, requests).catch(() => []);
    const sightings = this.#sightings;
    if (rows.length + sightings.length === 0) return;
    await this.store.write(async (transaction) => {
      if (rows.length > 0) await transaction.insert(observationsTable, rows);
      if (sightings.length > 0) await transaction.insert(sightingsTable, sightings);
    });
    this.#sightings = this.#sightings.slice(sightings.length);
  }

  async #rows(atMs: number, requests: RequestOptions): Promise<StoredRow[]> {
    const { client } = this.session;
    const [sync, consensus, pending] = await Promise.all([
      getSyncStatus(client, requests),
      getConsensusStatus(client, requests),
      getPendingTxSize(client, requests),
    ]);
    const peers = sync.peers.slice(0, maxNodes).flatMap(({ nodeID, blockNumber }): [string, number][] => {
      const height = possible(blockNumber);
      return height === null || nodeID.length > maxIdLength ? [] : [[nodeID, height]];
    });
    const heights = new Map<string, number>([[sync.nodeID, sync.blockNumber], ...peers]);
    const highest = Math.max(possible(sync.knownHighestNumber) ?? 0, ...heights.values());
    return [...heights].flatMap(([nodeId, height]): StoredRow[] => {
      const node = plainId(nodeId);
      const own = nodeId === sync.nodeID ? [pending, possible(consensus.view)] : [null, null];
      const lag = Math.max(0, highest - height);
      const what = JSON.stringify([lag, ...own]);
      const known = this.#written.get(node);
      if (known?.what === what && atMs - known.atMs < sameMs) return [];
      this.#written.set(node, { what, atMs });
      return [[atMs, node, height, lag, ...own]];
    });
  }
}
