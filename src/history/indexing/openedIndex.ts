import { setImmediate as nextTurn } from "node:timers/promises";
import type { RequestOptions } from "../../chain/client/client";
import { getBlockHashByNumber, getBlockNumber } from "../../chain/rpc/blocks";
import type { ChainSession } from "../../chain/session";
import { readGenesisHash } from "../../chain/verification/readGenesis";
import { bytesToHex } from "../../crypto/bytes/hex";
import { clientError } from "../../errors/clientError";
import {
  addressesTable,
  baseTables,
  baseViews,
  changesTable,
  countsTable,
  leasesTable,
  logsTable,
  transactionsTable,
} from "../schema/baseTables";
import { isDecoded } from "../schema/interfaceTables";
import { type IndexIdentity, requireSameIdentity } from "../store/historySink";
import type { HistoryStore, StoredValue, StoreTransaction } from "../store/historyStore";
import { AddressCounts, addBlock, type WholeBlock } from "./blockRows";
import { ContractFinder } from "./contractFinder";
import type { GivenAbi } from "./contractLookUp";
import { ContractRegistry } from "./contractRegistry";
import { readCall, readEvent } from "./decodedRows";
import { type IndexState, readState, writeState } from "./indexState";
import { RowSet } from "./rowSet";

/** Rows that are read at once. */
const pageRows = 1000;

const bytes = (value: StoredValue | undefined): Uint8Array => (value instanceof Uint8Array ? value : new Uint8Array(0));

/** Writes rows, and adds what they count; those of events and functions go into tables that are made for them. */
async function putRows(transaction: StoreTransaction, registry: ContractRegistry, rows: RowSet): Promise<void> {
  for (const { table, rows: own } of rows.tables) {
    if (isDecoded(table) && !(await registry.makeTable(transaction, table))) continue;
    await transaction.insert(table, own);
  }
  await transaction.merge(countsTable, rows.counts.rows, { total: "sum" });
}

async function readCallsAgain(
  transaction: StoreTransaction,
  registry: ContractRegistry,
  address: string,
): Promise<void> {
  await transaction.execute(`DELETE FROM ${changesTable.name} WHERE contract = ?`, [address]);
  for (let after: StoredValue = -1; ; ) {
    const page: StoredValue[][] = await transaction.rows(
      `SELECT tx, block, time, from_address, status, input, output, error FROM transactions
       WHERE to_address = ? AND tx > ? ORDER BY tx LIMIT ${pageRows}`,
      [address, after],
    );
    const rows = new RowSet();
    const updates = page.map(([tx = 0, block, time, sender, status = null, input, output, error]) => {
      const facts = {
        tx: Number(tx),
        block: Number(block),
        time: Number(time),
        contract: address,
        sender: sender === null ? null : String(sender),
        status: status === null ? null : Number(status),
        input: bytesToHex(bytes(input)),
        output: bytesToHex(bytes(output)),
        // what it said before is the node's word, or what any ABI reads
        message: error === null ? "" : String(error),
      };
      const read = readCall(facts, registry.readerOf(address, facts.block), rows);
      return [read.method, read.error, read.code, tx];
    });
    await transaction.update(transactionsTable, ["method", "error", "code"], updates);
    await putRows(transaction, registry, rows);
    if (page.length < pageRows) return;
    after = page.at(-1)?.[0] ?? 0;
  }
}

async function readEventsAgain(
  transaction: StoreTransaction,
  registry: ContractRegistry,
  address: string,
): Promise<void> {
  for (let after: readonly StoredValue[] = [-1, -1]; ; ) {
    const page: StoredValue[][] = await transaction.rows(
      `SELECT l.tx, l.log, l.block, t.time, l.topic0, l.topic1, l.topic2, l.topic3, l.data FROM logs l
       JOIN transactions t ON t.tx = l.tx WHERE l.address = ? AND (l.tx > ? OR (l.tx = ? AND l.log > ?))
       ORDER BY l.tx, l.log LIMIT ${pageRows}`,
      [address, after[0] ?? -1, after[0] ?? -1, after[1] ?? -1],
    );
    const rows = new RowSet();
    const updates = page.map(([tx = 0, log = 0, block, time, first, second, third, fourth, data]) => {
      const topics = [first, second, third, fourth].filter((topic) => typeof topic === "string");
      const place = { tx: Number(tx), log: Number(log), block: Number(block), time: Number(time) };
      const facts = { ...place, contract: address, topics, data: bytes(data) };
      return [readEvent(facts, registry.readerOf(address, facts.block), rows), tx, log];
    });
    await transaction.update(logsTable, ["event"], updates);
    await putRows(transaction, registry, rows);
    if (page.length < pageRows) return;
    after = page.at(-1)?.slice(0, 2) ?? after;
  }
}

/** Reads all calls and events of an address again that the index has, by the ABI that it has now. No node is asked. */
async function readAgain(transaction: StoreTransaction, registry: ContractRegistry, address: string): Promise<void> {
  await transaction.execute(`DELETE FROM ${countsTable.name} WHERE contract = ?`, [address]);
  await readCallsAgain(transaction, registry, address);
  await readEventsAgain(transaction, registry, address);
}

const merges = {
  first_block: "least",
  last_block: "greatest",
  sent: "sum",
  received: "sum",
  created: "greatest",
} as const;

/** Which chain a session is of, and its height. @throws ChainError what a request throws */
export async function identityOf(
  { chainId, groupId, suite, client }: ChainSession,
  requests: RequestOptions,
): Promise<{ readonly height: number; readonly identity: IndexIdentity }> {
  const height = await getBlockNumber(client, requests);
  const genesis = height === 0 ? "" : await readGenesisHash(client, requests);
  return { height, identity: { chainId, groupId, suite: suite.name, genesis } };
}

/** An index as one that writes in it has it open: what it has, and by what its calls and events are read. */
export class OpenedIndex {
  readonly registry: ContractRegistry;
  readonly finder: ContractFinder;
  #state: IndexState | undefined;
  #hasLeases = false;

  constructor(
    private readonly session: ChainSession,
    readonly store: HistoryStore,
    private readonly given: readonly GivenAbi[],
    private readonly requests: RequestOptions,
  ) {
    this.registry = new ContractRegistry(session.suite, store.dialect, true);
    this.finder = new ContractFinder(session, this.registry, given, requests);
  }

  /** As it was when this process last looked. */
  get state(): IndexState | undefined {
    return this.#state;
  }

  /** Whether ranges of blocks are leased to several writers. */
  get hasLeases(): boolean {
    return this.#hasLeases;
  }

  /**
   * Makes the tables, looks whether the index is of this chain, and takes what the user gives.
   * @returns the height of the chain
   * @throws ChainError usage `historyOtherChain`, `historyForked`, `historyOtherVersion`, what the store and requests throw
   */
  async open(): Promise<number> {
    const { height, identity } = await identityOf(this.session, this.requests);
    await this.store.makeSchema(baseTables, baseViews);
    await this.store.write(async (transaction) => {
      this.#state = await this.#ownState(transaction, identity);
      await this.registry.load(transaction);
    });
    await this.requireSameChain(height);
    const unread = this.given.some(({ address }) => address === undefined) ? this.registry.unread : [];
    const named = this.given.flatMap(({ address }) => address ?? []);
    const asked = [...new Set([...unread, ...named])];
    await this.finder.lookUpAgain(asked);
    await this.store.write(async (transaction) => {
      await this.refresh(transaction);
      const again = new Set<string>();
      for (const each of this.given)
        for (const address of await this.registry.give(transaction, each)) again.add(address);
      for (const address of asked) {
        const before = this.registry.contract(address)?.interfaceId;
        if (before === undefined && !named.includes(address)) continue;
        if (!(await this.registry.put(transaction, address, this.finder.finding(address)))) continue;
        again.add(address);
      }
      for (const address of again) await readAgain(transaction, this.registry, address);
      if (this.given.length > 0) await this.changed(transaction, {});
    });
    return height;
  }

  async #ownState(transaction: StoreTransaction, identity: IndexIdentity): Promise<IndexState> {
    const found = await readState(transaction);
    if (!found) {
      const state = { ...identity, low: 0, high: -1, revision: 1 };
      await writeState(transaction, state);
      return state;
    }
    requireSameIdentity(this.store.label, found, identity);
    if (found.genesis !== "" || identity.genesis === "") return found;
    // at height 0 the hash of block 0 may be another after each start: what was kept then is asked for again
    const state = { ...found, genesis: identity.genesis, low: 0, high: -1, revision: found.revision + 1 };
    for (const { name } of [leasesTable, { name: "blocks" }]) await transaction.execute(`DELETE FROM ${name}`);
    await writeState(transaction, state);
    return state;
  }

  /** The node has, at the highest block that both know, the block that the index has. @throws ChainError usage `historyForked` */
  async requireSameChain(height: number): Promise<void> {
    const { low = 0, high = -1 } = this.#state ?? {};
    if (high < low) return;
    const number = Math.min(high, height);
    if (number < low || number === 0) return;
    const found = (await getBlockHashByNumber(this.session.client, number, this.requests)).toLowerCase();
    const kept = await this.store.read(async (transaction) => {
      return (await transaction.rows("SELECT hash FROM blocks WHERE number = ?", [number]))[0]?.[0];
    });
    if (kept !== found) throw clientError("historyForked", { number, expected: String(kept), found });
  }

  /** Takes over what another process did. @throws ChainError usage `historyNotIndex` */
  async refresh(transaction: StoreTransaction): Promise<IndexState> {
    const state = await readState(transaction);
    if (!state) throw clientError("historyNotIndex", { path: this.store.label });
    if (state.revision !== this.#state?.revision) await this.registry.load(transaction);
    this.#state = state;
    this.#hasLeases = (await transaction.rows(`SELECT low FROM ${leasesTable.name} LIMIT 1`)).length > 0;
    return state;
  }

  /** Writes what the index has now. */
  async changed(transaction: StoreTransaction, change: Partial<IndexState>): Promise<void> {
    const before = this.#state as IndexState;
    const state = { ...before, ...change, revision: before.revision + 1 };
    await writeState(transaction, state);
    this.#state = state;
  }

  /** Writes which blocks the index has now, where nothing else changed: others needn't look at its contracts again. */
  async moved(transaction: StoreTransaction, range: Pick<IndexState, "low" | "high">): Promise<void> {
    const state = { ...(this.#state as IndexState), ...range };
    await writeState(transaction, state);
    this.#state = state;
  }

  /** What calls and events of these blocks are read by; what is read otherwise from now on is read again. */
  async putContracts(transaction: StoreTransaction, blocks: readonly WholeBlock[]): Promise<void> {
    for (const address of await this.finder.putFound(transaction, blocks))
      await readAgain(transaction, this.registry, address);
  }

  /** The rows of blocks, but for those of addresses. */
  async rowsOf(blocks: readonly WholeBlock[]): Promise<RowSet> {
    const rows = new RowSet();
    for (const block of blocks) {
      addBlock(block, this.registry.readerOf, rows);
      await nextTurn();
    }
    return rows;
  }

  async putBlocks(transaction: StoreTransaction, blocks: readonly WholeBlock[], rows: RowSet): Promise<void> {
    const counts = new AddressCounts();
    for (const block of blocks) counts.add(block);
    await putRows(transaction, this.registry, rows);
    await transaction.merge(addressesTable, counts.rows, merges);
  }
}
