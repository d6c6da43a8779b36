import type { RequestOptions } from "../../chain/client/client";
import { getBlockHashByNumber, getBlockNumber } from "../../chain/rpc/blocks";
import type { ChainSession } from "../../chain/session";
import { clientError } from "../../errors/clientError";
import { pause } from "../../time/waitUntil";
import { blocksTable, changesTable, logsTable, transactionsTable } from "../schema/baseTables";
import { isDecoded } from "../schema/interfaceTables";
import { quotedName, type Table } from "../store/dialect";
import { type HistorySink, requireSameIdentity, type SinkPosition, type TableRows } from "../store/historySink";
import type { StoreTransaction } from "../store/historyStore";
import { blockBatches, counted } from "./blockBatches";
import { addBlock, type WholeBlock } from "./blockRows";
import { BlockSource } from "./blockSource";
import { ContractFinder } from "./contractFinder";
import { ContractRegistry } from "./contractRegistry";
import type { IndexOptions, IndexProgress } from "./groupIndexer";
import { linkOf, requireLinked } from "./linkedBlocks";
import { identityOf } from "./openedIndex";
import { RowSet } from "./rowSet";
import { whilePassing } from "./whilePassing";

/** Events with the time of their block: for rows that aren't joined with others. */
const timedLogsTable: Table = { ...logsTable, columns: [...logsTable.columns, { name: "time", type: "time" }] };

const streamed: ReadonlySet<string> = new Set(
  [blocksTable, transactionsTable, logsTable, changesTable].map(({ name }) => name),
);

/** Whether rows of a table say something of one block alone: sums over blocks, and what an index knows of itself, don't. */
const isStreamed = (table: Table): boolean => isDecoded(table) || streamed.has(table.name);

const pollMs = 1000;

/** What a registry of contracts writes where it isn't kept: a sink isn't asked for it again. */
const nowhere: StoreTransaction = {
  execute: async () => undefined,
  rows: async () => [],
  insert: async () => undefined,
  merge: async () => undefined,
  update: async () => undefined,
  makeTable: async () => undefined,
  dropTable: async () => undefined,
};

export type FeedOptions = Omit<IndexOptions, "budget" | "leases" | "leasing" | "lookMs">;

/**
 * Brings the blocks of a group into a sink, from the lowest one upwards, and goes on where the sink says that it is. What was written
 * stays as it was read: an ABI that comes later reads what comes from then on.
 */
export class GroupFeeder {
  readonly #source: BlockSource;
  #registry: ContractRegistry;
  #finder: ContractFinder;
  #position: SinkPosition | undefined;
  #height = 0;
  #done = { blocks: 0, transactions: 0, events: 0, missing: 0 };

  constructor(
    private readonly session: ChainSession,
    private readonly sink: HistorySink,
    private readonly options: FeedOptions = {},
  ) {
    this.#source = new BlockSource(session, options);
    this.#registry = new ContractRegistry(session.suite, { quoted: quotedName }, false);
    this.#finder = new ContractFinder(session, this.#registry, options.given ?? [], this.#requests);
  }

  get #requests(): RequestOptions {
    const { signal } = this.options;
    return signal ? { signal } : {};
  }

  get #stopped(): boolean {
    return this.options.signal?.aborted ?? false;
  }

  /**
   * Works until all blocks are there, or for ever where new ones are followed; the signal ends it after the batch at hand.
   * @throws ChainError usage `historyOtherChain`, `historyForked`, what the sink and requests throw
   */
  async run(): Promise<IndexProgress> {
    const { signal, follow = false } = this.options;
    await whilePassing(
      async (succeeded) => {
        await this.#open();
        await this.#work(succeeded);
      },
      { signal, forEver: follow },
    );
    // also where the signal came amid a request
    await this.sink.flush();
    return this.#report();
  }

  async #open(): Promise<void> {
    const { height, identity } = await identityOf(this.session, this.#requests);
    this.#height = height;
    const found = await this.sink.position();
    if (found) requireSameIdentity(this.sink.label, found, identity);
    const from = found?.from ?? Math.min(this.options.from ?? 0, height);
    this.#position = { ...identity, from, next: found?.next ?? from, hash: found?.hash ?? "" };
    await this.#requireSameChain();
    this.#registry = new ContractRegistry(this.session.suite, { quoted: quotedName }, false);
    this.#finder = new ContractFinder(this.session, this.#registry, this.options.given ?? [], this.#requests);
    for (const each of this.options.given ?? []) await this.#registry.give(nowhere, each);
  }

  /** The node has the block that was written last. */
  async #requireSameChain(): Promise<void> {
    const { next, hash: expected } = this.#position as SinkPosition;
    const number = next - 1;
    if (expected === "" || number < 1 || number > this.#height) return;
    const found = (await getBlockHashByNumber(this.session.client, number, this.#requests)).toLowerCase();
    if (found !== expected) throw clientError("historyForked", { number, expected, found });
  }

  #report(): IndexProgress {
    const { from, next } = this.#position ?? { from: 0, next: 0 };
    const range = { low: from, high: next - 1, from, height: this.#height };
    const progress = { ...range, ...this.#done, refusedTables: this.#registry.refusedTables.size, bytes: 0 };
    this.options.onProgress?.(progress);
    return progress;
  }

  async #work(succeeded: () => void): Promise<void> {
    const { signal, follow, waitForBlock = async (_, ended) => pause(pollMs, ended) } = this.options;
    while (!this.#stopped) {
      const { next } = this.#position as SinkPosition;
      if (next <= this.#height) await this.#feed(next, succeeded);
      else {
        const height = await getBlockNumber(this.session.client, this.#requests);
        if (height > this.#height) this.#height = height;
        else if (follow) {
          await this.sink.flush(true);
          await waitForBlock(this.#height, signal);
        } else return;
      }
    }
  }

  async #feed(first: number, succeeded: () => void): Promise<void> {
    const blocks = this.#source.blocks(counted(first, this.#height));
    for await (const batch of blockBatches(blocks, this.options.batchBlocks)) {
      await this.#write(batch);
      succeeded();
      this.#report();
      if (this.#stopped) return;
    }
  }

  async #write(batch: readonly WholeBlock[]): Promise<void> {
    const { next, hash, ...rest } = this.#position as SinkPosition;
    const links = batch.map(linkOf);
    requireLinked([...(hash === "" ? [] : [{ number: next - 1, hash, parent: "" }]), ...links]);
    await this.#finder.lookUpNew(batch);
    await this.#finder.putFound(nowhere, batch);
    const last = links.at(-1);
    const position = { ...rest, next: (last?.number ?? next - 1) + 1, hash: last?.hash ?? hash };
    await this.sink.write(await this.#rowsOf(batch), position);
    this.#position = position;
    for (const { transactions, receipts, bodies } of batch) {
      this.#done.blocks += 1;
      this.#done.transactions += transactions.length;
      for (const receipt of receipts) this.#done.events += receipt?.logEntries.length ?? 0;
      if (bodies === "missing") this.#done.missing += 1;
    }
  }

  async #rowsOf(batch: readonly WholeBlock[]): Promise<TableRows[]> {
    const set = new RowSet();
    for (const block of batch) addBlock(block, this.#registry.readerOf, set);
    const times = new Map(batch.map(({ block }) => [block.number, block.timestamp]));
    const place = logsTable.columns.findIndex(({ name }) => name === "block");
    const all: TableRows[] = [];
    for (const { table, rows } of set.tables) {
      if (!isStreamed(table)) continue;
      if (isDecoded(table) && !(await this.#registry.makeTable(nowhere, table))) continue;
      if (table.name !== logsTable.name) all.push({ table, rows });
      else
        all.push({ table: timedLogsTable, rows: rows.map((row) => [...row, times.get(Number(row[place])) ?? null]) });
    }
    // the blocks come last: who sees one has the rest of it
    return all.sort((one, other) => Number(one.table === blocksTable) - Number(other.table === blocksTable));
  }
}
