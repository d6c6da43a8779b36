import type { RequestOptions } from "../../chain/client/client";
import { getBlockNumber } from "../../chain/rpc/blocks";
import type { ChainSession } from "../../chain/session";
import { clientError } from "../../errors/clientError";
import { pause } from "../../time/waitUntil";
import type { HistoryStore, StoreTransaction } from "../store/historyStore";
import { blockBatches, counted } from "./blockBatches";
import type { WholeBlock } from "./blockRows";
import { BlockSource, type SourceOptions } from "./blockSource";
import type { GivenAbi } from "./contractLookUp";
import { GroupObserver } from "./groupObserver";
import type { IndexState } from "./indexState";
import { keptLink, linkOf, requireLinked } from "./linkedBlocks";
import { OpenedIndex } from "./openedIndex";
import { type Leasing, RangeWriter } from "./rangeWriter";
import { whilePassing } from "./whilePassing";

/** How far an index is. */
export interface IndexProgress {
  /** The blocks that it has; none where `low` is above `high`. */
  readonly low: number;
  readonly high: number;
  /** The lowest that is wanted, and the height of the chain. */
  readonly from: number;
  readonly height: number;
  /** Since this run began. */
  readonly blocks: number;
  readonly transactions: number;
  readonly events: number;
  /** Blocks whose transactions no node had. */
  readonly missing: number;
  /** Functions and events that got no table. */
  readonly refusedTables: number;
  /** Bytes of the database. */
  readonly bytes: number;
}

export interface IndexOptions extends SourceOptions {
  /** The lowest block that is wanted; default 0. */
  readonly from?: number;
  readonly given?: readonly GivenAbi[];
  /** Goes on with new blocks until the signal ends it. */
  readonly follow?: boolean;
  /** Waits until there may be a block above this height. */
  readonly waitForBlock?: (height: number, signal: AbortSignal | undefined) => Promise<void>;
  readonly onProgress?: (progress: IndexProgress) => void;
  /** Stops with `historyBudget` before the database becomes larger, in bytes. */
  readonly budget?: number;
  /** Blocks that are written together at most; default 500. */
  readonly batchBlocks?: number;
  /** Others write beside this one, each its own ranges, until all blocks up to today's height are there. */
  readonly leases?: boolean;
  /** How ranges are leased, where it isn't as usual. */
  readonly leasing?: Leasing;
  /** Between two looks at nodes and pool while new blocks are followed, in milliseconds. */
  readonly lookMs?: number;
}

const pollMs = 1000;

type Direction = "up" | "down";

/**
 * Brings the blocks of a group into a database: new ones first, then the past backwards from what it has. Whatever ends it, the database
 * has whole batches of neighboring blocks, each once, and the next run goes on there. Several may work on one database: each batch
 * looks at what the others did.
 */
export class GroupIndexer {
  readonly #index: OpenedIndex;
  readonly #source: BlockSource;
  readonly #observer: GroupObserver;
  #height = 0;
  /** Ranges are leased until all of today's blocks are there; those that come later come one by one. */
  #begins: boolean;
  #done = { blocks: 0, transactions: 0, events: 0, missing: 0 };

  constructor(
    private readonly session: ChainSession,
    private readonly store: HistoryStore,
    private readonly options: IndexOptions = {},
  ) {
    this.#index = new OpenedIndex(session, store, options.given ?? [], this.#requests);
    this.#source = new BlockSource(session, options);
    this.#begins = options.leases ?? false;
    this.#observer = new GroupObserver(session, store, options.lookMs);
  }

  get #requests(): RequestOptions {
    const { signal } = this.options;
    return signal ? { signal } : {};
  }

  get #lowest(): number {
    return Math.min(this.options.from ?? 0, this.#height);
  }

  get #isEmpty(): boolean {
    const { low = 0, high = -1 } = this.#index.state ?? {};
    return high < low;
  }

  get #stopped(): boolean {
    return this.options.signal?.aborted ?? false;
  }

  /**
   * Works until all blocks from `from` on are there, or for ever where new ones are followed; the signal ends it after the batch at hand.
   * @throws ChainError usage `historyOtherChain`, `historyForked`, `historyOtherVersion`, `historyBudget`, what the store and requests
   * throw
   */
  async run(): Promise<IndexProgress> {
    const { signal, follow = false } = this.options;
    const done = await whilePassing(
      async (succeeded) => {
        this.#height = await this.#index.open();
        // what the run before wrote, it may have had no time to tell
        if (!this.#isEmpty) await this.#report();
        await this.#work(succeeded);
        return this.#report();
      },
      { signal, forEver: follow },
    );
    return done ?? this.#report();
  }

  async #report(): Promise<IndexProgress> {
    const { low = 0, high = -1 } = this.#index.state ?? {};
    const own = { low, high, from: this.#lowest, height: this.#height, ...this.#done };
    const progress = { ...own, refusedTables: this.#index.registry.refusedTables.size, bytes: await this.store.size() };
    this.options.onProgress?.(progress);
    const { budget } = this.options;
    if (budget !== undefined && progress.bytes > budget && !this.#stopped)
      throw clientError("historyBudget", { bytes: progress.bytes, budget, low, high });
    return progress;
  }

  async #work(succeeded: () => void): Promise<void> {
    while (!this.#stopped) {
      if (this.#begins || this.#index.hasLeases) await this.#workByLeases(succeeded);
      if (this.#stopped) return;
      const { low, high } = this.#index.state as IndexState;
      const isEmpty = this.#isEmpty;
      if (!isEmpty && high < this.#height) await this.#fetch("up", high + 1, this.#height, succeeded);
      else if (isEmpty) await this.#fetch("down", this.#height, this.#lowest, succeeded);
      else if (low > this.#lowest) await this.#fetch("down", low - 1, this.#lowest, succeeded);
      else if (this.options.follow) await this.#wait();
      else {
        const height = await getBlockNumber(this.session.client, this.#requests);
        if (height <= this.#height) return;
        this.#height = height;
      }
    }
  }

  /** Ranges that are leased come first: what this process writes without one would be written twice. */
  async #workByLeases(succeeded: () => void): Promise<void> {
    const writer = new RangeWriter(this.#index, this.#source, {
      ...{ lowest: this.#lowest, height: this.#height, begins: this.#begins },
      ...{ signal: this.options.signal, batchBlocks: this.options.batchBlocks, ...this.options.leasing },
      written: async (blocks) => {
        this.#count(blocks);
        succeeded();
        await this.#report();
      },
    });
    await writer.run();
    if (!this.#stopped) this.#begins = false;
  }

  async #wait(): Promise<void> {
    const { signal, waitForBlock = async (_, ended) => pause(pollMs, ended) } = this.options;
    await this.#observer.look(this.#requests);
    const found = await getBlockNumber(this.session.client, this.#requests);
    if (found > this.#height) {
      this.#observer.saw(this.#height, found);
      this.#height = found;
      // a node that was below what the index has may have begun anew
      if (found <= (this.#index.state as IndexState).high) await this.#index.requireSameChain(found);
    } else await waitForBlock(this.#height, signal);
  }

  /** Fetches and writes batches until the range is done, new blocks want to come first, or another process was there. */
  async #fetch(direction: Direction, first: number, last: number, succeeded: () => void): Promise<void> {
    let looked = performance.now();
    const { batchBlocks } = this.options;
    for await (const batch of blockBatches(this.#source.blocks(counted(first, last)), batchBlocks)) {
      const isOwn = await this.#write(direction, batch);
      succeeded();
      await this.#report();
      if (this.options.follow) await this.#observer.look(this.#requests);
      if (!isOwn || this.#stopped) return;
      if (direction === "up" || !this.options.follow || performance.now() - looked < pollMs) continue;
      looked = performance.now();
      this.#height = Math.max(this.#height, await getBlockNumber(this.session.client, this.#requests));
      if (this.#height > (this.#index.state as IndexState).high) return;
    }
  }

  /** Writes neighboring blocks in one transaction. False where another process had some of them, so that the range is asked for anew. */
  async #write(direction: Direction, blocks: readonly WholeBlock[]): Promise<boolean> {
    const index = this.#index;
    await index.finder.lookUpNew(blocks);
    return this.store.write(async (transaction) => {
      const before = (index.state as IndexState).revision;
      const state = await index.refresh(transaction);
      const isEmpty = state.high < state.low;
      const first = blocks[0]?.block.number ?? 0;
      const isNext = isEmpty || first === (direction === "up" ? state.high + 1 : state.low - 1);
      if (!isNext || index.hasLeases) return false;
      await this.#requireLinked(transaction, direction, blocks, state);
      await index.putContracts(transaction, blocks);
      await index.putBlocks(transaction, blocks, await index.rowsOf(blocks));
      const numbers = blocks.map(({ block }) => block.number);
      const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
      await index.changed(transaction, isEmpty ? { low, high } : direction === "up" ? { high } : { low });
      this.#count(blocks);
      return state.revision === before;
    });
  }

  async #requireLinked(
    transaction: StoreTransaction,
    direction: Direction,
    blocks: readonly WholeBlock[],
    { low, high }: IndexState,
  ): Promise<void> {
    const rising = (direction === "up" ? blocks : [...blocks].reverse()).map(linkOf);
    const edge = high < low ? undefined : await keptLink(transaction, direction === "up" ? high : low);
    if (edge && direction === "up") rising.unshift(edge);
    else if (edge) rising.push(edge);
    requireLinked(rising, direction === "up" ? "below" : "above");
  }

  #count(blocks: readonly WholeBlock[]): void {
    for (const { transactions, receipts, bodies } of blocks) {
      this.#done.blocks += 1;
      this.#done.transactions += transactions.length;
      for (const receipt of receipts) this.#done.events += receipt?.logEntries.length ?? 0;
      if (bodies === "missing") this.#done.missing += 1;
    }
  }
}
