import { setImmediate as nextTurn } from "node:timers/promises";
import type { RequestOptions } from "../../chain/client/client";
import { getBlockHashByNumber, getBlockNumber } from "../../chain/rpc/blocks";
import type { ChainSession } from "../../chain/session";
import { readGenesisHash } from "../../chain/verification/readGenesis";
import { ChainError } from "../../errors/chainError";
import { clientError } from "../../errors/clientError";
import { pause } from "../../time/waitUntil";
import { addressesTable, baseTables, baseViews } from "../schema/baseTables";
import type { HistoryStore, StoreTransaction } from "../store/historyStore";
import { AddressCounts, addBlock, addressesOf, type WholeBlock } from "./blockRows";
import { BlockSource, type SourceOptions } from "./blockSource";
import { type ContractFinding, type GivenAbi, lookUpContract } from "./contractLookUp";
import { ContractRegistry } from "./contractRegistry";
import { GroupObserver } from "./groupObserver";
import { type IndexState, readState, writeState } from "./indexState";
import { putRows, readAgain } from "./readAgain";
import { RowSet } from "./rowSet";

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
  /** Blocks whose transactions no one had. */
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
  /** Between two looks at nodes and pool while new blocks are followed, in milliseconds. */
  readonly lookMs?: number;
}

/** Transactions, and blocks, that are written together. */
const batchTransactions = 3000;
const batchBlocks = 500;
/** A batch isn't waited for longer, in milliseconds. */
const batchMs = 1000;
const pollMs = 1000;
/** Pauses between tries when a node can't be reached, in milliseconds; then it is given up, unless new blocks are followed. */
const retryMs = [500, 1000, 2000, 4000, 8000, 15_000];

type Direction = "up" | "down";

function* counted(first: number, last: number): Generator<number> {
  if (first <= last) for (let number = first; number <= last; number++) yield number;
  else for (let number = first; number >= last; number--) yield number;
}

/**
 * Brings the blocks of a group into a database: new ones first, then the past backwards from what it has. Whatever ends it, the database
 * has whole batches of neighboring blocks, each once, and the next run goes on there. Several may work on one database: each batch
 * looks at what the others did.
 */
export class GroupIndexer {
  readonly #registry: ContractRegistry;
  readonly #source: BlockSource;
  readonly #observer: GroupObserver;
  readonly #findings = new Map<string, ContractFinding>();
  #state: IndexState | undefined;
  #height = 0;
  #done = { blocks: 0, transactions: 0, events: 0, missing: 0 };

  constructor(
    private readonly session: ChainSession,
    private readonly store: HistoryStore,
    private readonly options: IndexOptions = {},
  ) {
    this.#registry = new ContractRegistry(session.suite, store.dialect);
    this.#source = new BlockSource(session, options);
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
    const { low = 0, high = -1 } = this.#state ?? {};
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
    let tries = 0;
    for (;;) {
      try {
        await this.#open();
        // what the run before wrote, it may have had no time to tell
        if (!this.#isEmpty) await this.#report();
        await this.#work(() => {
          tries = 0;
        });
        return await this.#report();
      } catch (error) {
        if (this.#stopped) return this.#report();
        const isPassing = error instanceof ChainError && error.kind === "transport";
        const wait = this.options.follow ? (retryMs[tries] ?? retryMs.at(-1)) : retryMs[tries];
        if (!isPassing || wait === undefined) throw error;
        tries += 1;
        await pause(wait, this.options.signal);
      }
    }
  }

  async #report(): Promise<IndexProgress> {
    const { low = 0, high = -1 } = this.#state ?? {};
    const own = { low, high, from: this.#lowest, height: this.#height, ...this.#done };
    const progress = { ...own, refusedTables: this.#registry.refusedTables.size, bytes: await this.store.size() };
    this.options.onProgress?.(progress);
    const { budget } = this.options;
    if (budget !== undefined && progress.bytes > budget && !this.#stopped)
      throw clientError("historyBudget", { bytes: progress.bytes, budget, low, high });
    return progress;
  }

  /** Makes the tables, looks whether the index is of this chain, and takes what the user gives. */
  async #open(): Promise<void> {
    const { chainId, groupId, suite, client } = this.session;
    this.#height = await getBlockNumber(client, this.#requests);
    const genesis = this.#height === 0 ? "" : await readGenesisHash(client, this.#requests);
    const identity = { chainId, groupId, suite: suite.name, genesis };
    const given = this.options.given ?? [];
    await this.store.makeSchema(baseTables, baseViews);
    await this.store.write(async (transaction) => {
      this.#state = await this.#ownState(transaction, identity);
      await this.#registry.load(transaction);
    });
    await this.#requireSameChain();
    const unread = given.some(({ address }) => address === undefined) ? this.#registry.unread : [];
    const named = given.flatMap(({ address }) => address ?? []);
    const asked = [...new Set([...unread, ...named])];
    for (const address of asked) this.#findings.delete(address);
    await this.#lookUp(asked);
    await this.store.write(async (transaction) => {
      await this.#refresh(transaction);
      const again = new Set<string>();
      for (const each of given) for (const address of await this.#registry.give(transaction, each)) again.add(address);
      for (const address of asked) {
        const before = this.#registry.contract(address)?.interfaceId;
        if (before === undefined && !named.includes(address)) continue;
        if (!(await this.#registry.put(transaction, address, this.#findings.get(address) ?? { source: "none" })))
          continue;
        if (before !== null && before !== undefined) await this.#registry.forgetReading(transaction, address, before);
        again.add(address);
      }
      for (const address of again) await readAgain(transaction, this.#registry, address);
      if (given.length > 0) await this.#changed(transaction, {});
    });
  }

  async #ownState(
    transaction: StoreTransaction,
    identity: Omit<IndexState, "low" | "high" | "revision">,
  ): Promise<IndexState> {
    const found = await readState(transaction);
    if (!found) {
      const state = { ...identity, low: 0, high: -1, revision: 1 };
      await writeState(transaction, state);
      return state;
    }
    const { chainId, groupId, suite, genesis } = found;
    const isSame = chainId === identity.chainId && groupId === identity.groupId && suite === identity.suite;
    if (!isSame || (genesis !== "" && identity.genesis !== "" && genesis !== identity.genesis)) {
      throw clientError("historyOtherChain", {
        database: this.store.label,
        expected: `${chainId} ${groupId} ${genesis}`.trim(),
        found: `${identity.chainId} ${identity.groupId} ${identity.genesis}`.trim(),
      });
    }
    if (genesis !== "" || identity.genesis === "") return found;
    // at height 0 the hash of block 0 may be another after each start: what was kept then is asked for again
    const state = { ...found, genesis: identity.genesis, low: 0, high: -1, revision: found.revision + 1 };
    await transaction.execute("DELETE FROM blocks");
    await writeState(transaction, state);
    return state;
  }

  /** The node has, at the highest block that both know, the block that the index has. */
  async #requireSameChain(): Promise<void> {
    const { low = 0, high = -1 } = this.#state ?? {};
    if (high < low) return;
    const number = Math.min(high, this.#height);
    if (number < low || number === 0) return;
    const found = (await getBlockHashByNumber(this.session.client, number, this.#requests)).toLowerCase();
    const kept = await this.store.read(async (transaction) => {
      return (await transaction.rows("SELECT hash FROM blocks WHERE number = ?", [number]))[0]?.[0];
    });
    if (kept !== found) throw clientError("historyForked", { number, expected: String(kept), found });
  }

  /** Takes over what another process did. */
  async #refresh(transaction: StoreTransaction): Promise<IndexState> {
    const state = await readState(transaction);
    if (!state) throw clientError("historyNotIndex", { path: this.store.label });
    if (state.revision !== this.#state?.revision) await this.#registry.load(transaction);
    this.#state = state;
    return state;
  }

  async #changed(transaction: StoreTransaction, change: Partial<IndexState>): Promise<void> {
    const before = this.#state as IndexState;
    const state = { ...before, ...change, revision: before.revision + 1 };
    await writeState(transaction, state);
    this.#state = state;
  }

  async #work(succeeded: () => void): Promise<void> {
    while (!this.#stopped) {
      const { low, high } = this.#state as IndexState;
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

  async #wait(): Promise<void> {
    const { signal, waitForBlock = async (_, ended) => pause(pollMs, ended) } = this.options;
    await this.#observer.look(this.#requests);
    const found = await getBlockNumber(this.session.client, this.#requests);
    if (found > this.#height) {
      this.#observer.saw(this.#height, found);
      this.#height = found;
      // a node that was below what the index has may have begun anew
      if (found <= (this.#state as IndexState).high) await this.#requireSameChain();
    } else await waitForBlock(this.#height, signal);
  }

  /** Fetches and writes batches until the range is done, new blocks want to come first, or another process was there. */
  async #fetch(direction: Direction, first: number, last: number, succeeded: () => void): Promise<void> {
    let batch: WholeBlock[] = [];
    let transactions = 0;
    let began = performance.now();
    let looked = began;
    const flush = async (): Promise<boolean> => {
      if (batch.length === 0) return true;
      const isOwn = await this.#write(direction, batch);
      [batch, transactions, began] = [[], 0, performance.now()];
      succeeded();
      await this.#report();
      if (this.options.follow) await this.#observer.look(this.#requests);
      return isOwn;
    };
    for await (const block of this.#source.blocks(counted(first, last))) {
      batch.push(block);
      transactions += block.block.transactions.length;
      const isFull =
        transactions >= batchTransactions ||
        batch.length >= (this.options.batchBlocks ?? batchBlocks) ||
        performance.now() - began > batchMs;
      if (!isFull) continue;
      if (!(await flush()) || this.#stopped) return;
      if (direction === "up" || !this.options.follow || performance.now() - looked < pollMs) continue;
      looked = performance.now();
      this.#height = Math.max(this.#height, await getBlockNumber(this.session.client, this.#requests));
      if (this.#height > (this.#state as IndexState).high) return;
    }
    await flush();
  }

  /** Finds out what reads the calls and events of addresses. */
  async #lookUp(addresses: readonly string[]): Promise<void> {
    const unknown = addresses.filter((address) => !this.#findings.has(address));
    const given = this.options.given ?? [];
    for (let at = 0; at < unknown.length; at += 16) {
      const some = unknown.slice(at, at + 16);
      await Promise.all(
        some.map(async (address) => {
          this.#findings.set(address, await lookUpContract(this.session, address, given, this.#requests));
        }),
      );
    }
  }

  /** Looks up what the blocks name for the first time; what a transaction makes may have got an ABI just then. */
  async #lookUpNew(blocks: readonly WholeBlock[]): Promise<void> {
    const wanted = new Set<string>();
    for (const block of blocks) {
      const { contracts, made } = addressesOf(block);
      for (const address of contracts) if (!this.#registry.contract(address)) wanted.add(address);
      for (const address of made) {
        if (this.#registry.contract(address)?.source !== "none") continue;
        this.#findings.delete(address);
        wanted.add(address);
      }
    }
    await this.#lookUp([...wanted]);
  }

  /** Writes neighboring blocks in one transaction. False where another process had some of them, so that the range is asked for anew. */
  async #write(direction: Direction, blocks: readonly WholeBlock[]): Promise<boolean> {
    await this.#lookUpNew(blocks);
    return this.store.write(async (transaction) => {
      const before = (this.#state as IndexState).revision;
      const state = await this.#refresh(transaction);
      const isOwn = state.revision === before;
      const isEmpty = state.high < state.low;
      const first = blocks[0]?.block.number ?? 0;
      const isNext = isEmpty || first === (direction === "up" ? state.high + 1 : state.low - 1);
      if (!isNext) return false;
      await this.#requireLinked(transaction, direction, blocks, state);
      const again: string[] = [];
      for (const address of new Set(blocks.flatMap((block) => [...addressesOf(block).contracts]))) {
        const finding = this.#findings.get(address);
        if (finding && (await this.#registry.put(transaction, address, finding))) again.push(address);
        this.#findings.delete(address);
      }
      for (const address of again) await readAgain(transaction, this.#registry, address);
      await this.#putBlocks(transaction, blocks);
      const numbers = blocks.map(({ block }) => block.number);
      const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
      await this.#changed(transaction, isEmpty ? { low, high } : direction === "up" ? { high } : { low });
      this.#count(blocks);
      return isOwn;
    });
  }

  async #putBlocks(transaction: StoreTransaction, blocks: readonly WholeBlock[]): Promise<void> {
    const [rows, counts] = [new RowSet(), new AddressCounts()];
    for (const block of blocks) {
      addBlock(block, this.#registry.interfaceOf, rows);
      counts.add(block);
      await nextTurn();
    }
    await putRows(transaction, this.#registry, rows);
    const both = {
      first_block: "least",
      last_block: "greatest",
      sent: "sum",
      received: "sum",
      created: "greatest",
    } as const;
    await transaction.merge(addressesTable, counts.rows, both);
  }

  /**
   * Each block names the one below it. Block 0 goes by a hash that may not be that of its content.
   * @throws ChainError usage `historyForked`
   */
  async #requireLinked(
    transaction: StoreTransaction,
    direction: Direction,
    blocks: readonly WholeBlock[],
    { low, high }: IndexState,
  ): Promise<void> {
    const rising = direction === "up" ? blocks : [...blocks].reverse();
    const links = rising.map(({ block }) => ({
      number: block.number,
      hash: block.hash.toLowerCase(),
      parent: block.parentInfo[0]?.blockHash.toLowerCase(),
    }));
    const edge = direction === "up" ? high : low;
    if (high >= low) {
      const [row] = await transaction.rows("SELECT number, hash, parent_hash FROM blocks WHERE number = ?", [edge]);
      const own = { number: edge, hash: String(row?.[1]), parent: String(row?.[2]) };
      if (direction === "up") links.unshift(own);
      else links.push(own);
    }
    for (const [place, { parent = "" }] of links.entries()) {
      const below = links[place - 1];
      if (!below || below.number === 0 || below.hash === parent) continue;
      const [expected, found] = direction === "up" ? [below.hash, parent] : [parent, below.hash];
      throw clientError("historyForked", { number: below.number, expected, found });
    }
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
