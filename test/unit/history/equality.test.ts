import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contractInterface } from "../../../src/chain/abi/contractInterface";
import type { ChainSession } from "../../../src/chain/session";
import { findInHistory } from "../../../src/history/query/findInHistory";
import { questions } from "../../../src/history/query/questions";
import { SqliteQueries } from "../../../src/history/query/sqliteQuery";
import { fromBigText } from "../../../src/history/store/bigText";
import type { ForkChain } from "../../support/forkChain";
import { indexInto, sessionOf } from "../../support/historyIndexing";
import { blocksApart } from "../../support/historyLies";
import { chainWithTraffic, dump, givenLedger, slowly } from "../../support/historyTrial";
import {
  addressRows,
  blockColumns,
  blockRow,
  builtInSignatures,
  changeRows,
  countRows,
  logColumns,
  logRows,
  rawBlocks,
  type Signatures,
  sortedRows,
  transactionColumns,
  transactionRows,
} from "../../support/rawRows";
import { type Row, rowsOf } from "../../support/rowsOf";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "chainside-history-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const admin = `0x${"1a".repeat(20)}` as const;
const kinds = [
  ["standard", {}],
  ["SM", { suite: "sm" }],
  ["permissions", { auth: true, admin }],
  ["sharding", { features: ["feature_sharding"] }],
] as const;

describe.each(kinds)("of a chain with random transactions (%s)", (name, options) => {
  let chain: ForkChain;
  let session: ChainSession;
  const file = (label: string): string => join(folder, `${name}-${label}.db`);

  beforeAll(async () => {
    chain = await chainWithTraffic(40, 7, options);
    session = blocksApart(await sessionOf(chain.chain.url));
  });
  afterAll(async () => {
    await session.client.transport.close();
    await chain.close();
  });

  it("every row is what the node's answers give by other code", async () => {
    const given = givenLedger(chain);
    const path = file("whole");
    await indexInto(path, session, { given: [given] });
    const queries = await SqliteQueries.open(path);
    const rows = (sql: string) => {
      const { columns, rows: found } = queries.ask(sql, 1_000_000);
      return found.map((row) => Object.fromEntries(columns.map(({ name: column }, at) => [column, row[at]])));
    };
    const ledgers = new Set(
      rows("SELECT address FROM contracts WHERE source = 'given'").map((row) => String(row["address"])),
    );
    expect(ledgers.size).toBeGreaterThan(1);
    const slow = await slowly(session, given, ledgers);
    const hex = (value: unknown): string => `0x${Buffer.from(value as Uint8Array).toString("hex")}`;
    const tables = rows(
      "SELECT * FROM decoded_tables WHERE interface IN (SELECT id FROM interfaces WHERE name = 'Ledger')",
    );
    /** The decoded values of a row as the other code has them. */
    const decoded = (
      kind: string,
      signature: unknown,
      where: string,
      fixed: number,
      maxValues: number,
    ): unknown[] | null => {
      const table = tables.find((each) => each["kind"] === kind && each["signature"] === signature);
      if (!table) return null;
      const [row] = queries.ask(`SELECT * FROM "${String(table["name"])}" WHERE ${where}`, 2).rows;
      const columns = JSON.parse(String(table["columns"])) as { type: string }[];
      return (row ?? []).slice(fixed, fixed + maxValues).map((value, at) => {
        const type = columns[at + fixed]?.type;
        if (type === "json") return JSON.parse(String(value));
        if (type === "bool") return value === 1;
        return type === "big" ? String(fromBigText(String(value))) : String(value);
      });
    };
    const transactions = rows("SELECT * FROM transactions ORDER BY tx").map((row, at) => {
      const values = (slow.transactions[at] as { arguments: unknown[] | null }).arguments;
      const to = String(row["to_address"]);
      return {
        ...{ block: row["block"], place: row["place"], hash: row["hash"], from: row["from_address"], to },
        ...{ status: row["status"], gas: row["gas_used"], input: hex(row["input"]), output: hex(row["output"]) },
        ...(ledgers.has(to) || to === "" ? { method: row["method"] } : {}),
        arguments:
          ledgers.has(to) && row["method"] !== null
            ? decoded("call", row["method"], `tx = ${row["tx"]}`, 6, values?.length ?? 0)
            : null,
      };
    });
    expect(transactions).toEqual(slow.transactions);
    const events = rows("SELECT l.*, t.place FROM logs l JOIN transactions t ON t.tx = l.tx ORDER BY l.tx, l.log").map(
      (row) => ({
        ...{ block: row["block"], place: row["place"], log: row["log"], address: row["address"] },
        topics: [row["topic0"], row["topic1"], row["topic2"], row["topic3"]].filter((topic) => topic !== null),
        data: hex(row["data"]),
        event: row["event"],
        values:
          row["event"] === null
            ? null
            : decoded("event", row["event"], `tx = ${row["tx"]} AND log = ${row["log"]}`, 5, 100),
      }),
    );
    expect(events.length).toBeGreaterThan(10);
    expect(events).toEqual(slow.events);
    // each event and call has one row in a table of its own
    const counted = (kind: string): number =>
      tables
        .filter((each) => each["kind"] === kind)
        .reduce((sum, each) => sum + rows(`SELECT 1 FROM "${String(each["name"])}"`).length, 0);
    expect(counted("event")).toBe(events.filter(({ event }) => event !== null).length);
    queries.close();
  });

  it("blocks, transactions, events, addresses and changes are what the node's answers say as they are", async () => {
    const queries = await SqliteQueries.open(file("whole"));
    const blocks = await rawBlocks(session);
    const sealed = `SELECT ${blockColumns} FROM blocks b LEFT JOIN sealer_sets s ON s.id = b.sealer_set ORDER BY b.number`;
    expect(rowsOf(queries, sealed)).toEqual(blocks.map(blockRow));
    expect(rowsOf(queries, `SELECT ${transactionColumns} FROM transactions ORDER BY tx`)).toEqual(
      blocks.flatMap(transactionRows),
    );
    expect(rowsOf(queries, `SELECT ${logColumns} FROM logs ORDER BY tx, log`)).toEqual(blocks.flatMap(logRows));
    expect(rowsOf(queries, "SELECT * FROM addresses ORDER BY address")).toEqual(addressRows(blocks));
    const changes = blocks.flatMap((block) => changeRows(block, session.suite));
    const kindsOfChanges = name === "sharding" ? ["file", "shard", "table"] : ["file", "table"];
    expect([...new Set(changes.map(({ kind }) => kind))].sort()).toEqual(kindsOfChanges);
    expect(rowsOf(queries, "SELECT * FROM changes ORDER BY tx")).toEqual(changes);
    // what stands in the middle of an argument is found, whatever its letters
    const [call] = rowsOf(
      queries,
      "SELECT t.hash FROM call_Ledger_list c JOIN transactions t ON t.tx = c.tx WHERE c.items LIKE '%xxx%' ORDER BY c.tx DESC",
    );
    expect(findInHistory(queries, "XXX").filter(({ text }) => text?.startsWith("list("))[0]).toMatchObject({
      kind: "argument",
      key: call?.["hash"],
    });
    expect(findInHistory(queries, "y_x")).toEqual([]);
    // names of functions, events and errors, by their beginning
    const newest = (sql: string) => ({ key: rowsOf(queries, sql)[0]?.["hash"] });
    const decoded = (table: string): string =>
      `SELECT t.hash FROM ${table} d JOIN transactions t ON t.tx = d.tx ORDER BY d.tx DESC LIMIT 1`;
    expect(findInHistory(queries, "LIST(")).toContainEqual(
      expect.objectContaining({ kind: "transaction", ...newest(decoded("call_Ledger_list")) }),
    );
    expect(findInHistory(queries, "Listed")).toContainEqual(
      expect.objectContaining({ kind: "event", ...newest(decoded("event_Ledger_Listed")) }),
    );
    const failed = "SELECT hash, error FROM transactions WHERE error LIKE 'Refused(%' ORDER BY tx DESC LIMIT 1";
    for (const { hash, error } of rowsOf(queries, failed))
      expect(findInHistory(queries, "refused")).toContainEqual(
        expect.objectContaining({ kind: "transaction", key: hash, text: error }),
      );
    queries.close();
  });

  it("ten minutes have as many events and calls as the node's answers, and a count from amid them is exact", async () => {
    const queries = await SqliteQueries.open(file("whole"));
    const blocks = await rawBlocks(session);
    const ledger = contractInterface(givenLedger(chain).abi, session.suite);
    const isLedger = (address: string): boolean => {
      const of = "SELECT count(*) FROM contracts WHERE source = 'given' AND address = :address";
      return queries.ask(of, 1, { parameters: { address } }).rows[0]?.[0] === 1;
    };
    const others = builtInSignatures(session.suite);
    const signatures: Signatures = {
      call: (contract, input) =>
        isLedger(contract) ? ledger.decodeCall(input)?.signature : others.call(contract, input),
      event: (contract, topics, data) =>
        isLedger(contract) ? ledger.decodeEvent({ topics, data })?.signature : others.event(contract, topics, data),
    };
    const counts = countRows(blocks, signatures);
    const found = rowsOf(queries, "SELECT kind, name, time, contract, total FROM counts");
    expect(new Set(counts.map((row) => row["time"])).size).toBeGreaterThan(5);
    expect(sortedRows(found)).toEqual(counts);

    const count = questions.find((question) => question.name === "count")?.sql ?? "";
    for (const at of [0, 0.3, 0.5, 0.77]) {
      // from amid ten minutes, where a block is, and from their beginning on
      const block = blocks[Math.floor(at * blocks.length)]?.block;
      const from = Number(block?.["timestamp"]) - (at === 0.77 ? Number(block?.["timestamp"]) % 600_000 : 0);
      for (const wanted of ["Moved", "note", "list((uint256,string)[])", "mkdir"]) {
        const parameters = { name: wanted, since: new Date(from).toISOString().slice(0, 19).replace("T", " ") };
        const since = blocks.filter((each) => Number(each.block["timestamp"]) >= from);
        const totals = new Map<string, number>();
        for (const { kind, name: own, contract, total } of countRows(since, signatures)) {
          if (own !== wanted && !String(own).startsWith(`${wanted}(`)) continue;
          const key = JSON.stringify({ kind, name: own, contract });
          totals.set(key, (totals.get(key) ?? 0) + Number(total));
        }
        const expected = [...totals].map(([key, total]) => ({ ...(JSON.parse(key) as Row), total }));
        const { columns, rows } = queries.ask(count, 1000, { parameters });
        const counted = rows.map((row) =>
          Object.fromEntries(columns.map(({ name: column }, place) => [column, row[place]])),
        );
        expect([wanted, at, ...sortedRows(counted)]).toEqual([wanted, at, ...sortedRows(expected)]);
      }
    }
    queries.close();
  });

  it("an ABI that comes later reads the past as one that was there from the beginning", async () => {
    const path = file("later");
    await indexInto(path, session, {});
    const before = await dump(path);
    expect(Object.keys(before).some((table) => table.startsWith("event_"))).toBe(false);
    const asked: string[] = [];
    const { transport } = session.client;
    const counting = {
      ...transport,
      label: transport.label,
      request: ((method, ...rest) => {
        asked.push(method);
        return transport.request(method, ...rest);
      }) as typeof transport.request,
    };
    await indexInto(
      path,
      { ...session, client: { ...session.client, transport: counting } },
      { given: [givenLedger(chain)] },
    );
    expect(asked.filter((method) => /Receipt|getTransaction/.test(method))).toEqual([]);
    expect(await dump(path)).toEqual(await dump(file("whole")));
  });

  it("from several sides, in pieces, and with new blocks it becomes the same", async () => {
    const path = file("pieces");
    const given = [givenLedger(chain)];
    await indexInto(path, session, { given, from: 30, batchBlocks: 3 });
    await chain.send((await chain.deploy("Ledger")).contractAddress, "Ledger", "note(string)", ["late"]);
    await indexInto(path, session, { given, from: 10, batchBlocks: 2 });
    await indexInto(path, session, { given, batchBlocks: 7 });
    await indexInto(file("again"), session, { given });
    expect(await dump(path)).toEqual(await dump(file("again")));
  });
});
