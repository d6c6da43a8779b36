import { bytesToHex } from "../../crypto/bytes/hex";
import { changesTable, countsTable, logsTable, transactionsTable } from "../schema/baseTables";
import { isDecoded } from "../schema/interfaceTables";
import type { StoredValue, StoreTransaction } from "../store/historyStore";
import type { ContractRegistry } from "./contractRegistry";
import { readCall, readEvent } from "./decodedRows";
import { RowSet } from "./rowSet";

/** Rows that are read at once. */
const pageRows = 1000;

const bytes = (value: StoredValue | undefined): Uint8Array => (value instanceof Uint8Array ? value : new Uint8Array(0));

/** Writes rows, and adds what they count; those of events and functions go into tables that are made for them. */
export async function putRows(transaction: StoreTransaction, registry: ContractRegistry, rows: RowSet): Promise<void> {
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
export async function readAgain(
  transaction: StoreTransaction,
  registry: ContractRegistry,
  address: string,
): Promise<void> {
  await transaction.execute(`DELETE FROM ${countsTable.name} WHERE contract = ?`, [address]);
  await readCallsAgain(transaction, registry, address);
  await readEventsAgain(transaction, registry, address);
}
