// What no block tells, observed while a chain is followed; and what an index of random traffic gives page by page.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { precompiledInterface } from "../../../src/chain/abi/precompiledContracts";
import type { ChainSession } from "../../../src/chain/session";
import { GroupIndexer } from "../../../src/history/indexing/groupIndexer";
import {
  type AddressHistory,
  addressHistory,
  type HistoryCursor,
  type HistoryFilter,
} from "../../../src/history/query/addressHistory";
import { chainCharts } from "../../../src/history/query/chainCharts";
import { SqliteQueries } from "../../../src/history/query/sqliteQuery";
import { SqliteStore } from "../../../src/history/sqlite/sqliteStore";
import type { ForkChain } from "../../support/forkChain";
import { sessionOf } from "../../support/historyIndexing";
import { chainWithTraffic, givenLedger } from "../../support/historyTrial";

describe("an index that follows its chain", () => {
  const admin = `0x${"1a".repeat(20)}` as const;
  let folder: string;
  let chain: ForkChain;
  let session: ChainSession;
  let queries: SqliteQueries;
  const someone = `0x${"5e".repeat(20)}`;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "chainside-followed-"));
    chain = await chainWithTraffic(60, 21, { auth: true, admin, observers: 1 });
    session = await sessionOf(chain.chain.url);
    const { contractAddress } = await chain.deploy("Ledger");
    const rights = precompiledInterface("ContractAuth", session.suite);
    for (const [method, args] of [
      ["setMethodAuthType(address,bytes4,uint8)", [contractAddress, "0x12345678", 1]],
      ["openMethodAuth(address,bytes4,address)", [contractAddress, "0x12345678", someone]],
    ] as const)
      await chain.own("dev_sendTransaction", {
        ...{ from: admin, to: `0x${"1005".padStart(40, "0")}`, data: rights.encodeCall(method, args) },
      });
    const file = join(folder, "index.db");
    const store = await SqliteStore.open(file);
    const stop = new AbortController();
    let sent = false;
    const indexer = new GroupIndexer(session, store, {
      given: [givenLedger(chain)],
      follow: true,
      signal: stop.signal,
      lookMs: 0,
      // the chain grows when all of it is there, and is left when the new block is
      waitForBlock: async () => {
        if (sent) return stop.abort();
        sent = true;
        const made = await chain.deploy("Ledger");
        await chain.send(made.contractAddress, "Ledger", "note(string)", ["late"]);
      },
    });
    await indexer.run();
    await store.close();
    queries = await SqliteQueries.open(file);
  });
  afterAll(async () => {
    queries?.close();
    await session?.client.transport.close();
    await chain?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const rows = (sql: string): readonly unknown[][] => queries.ask(sql, 100_000).rows as unknown[][];

  it("has seen its nodes, its pool and its view, and when new blocks came", () => {
    const observed = rows("SELECT node, height, lag, pending, view FROM observations ORDER BY time, node");
    expect(new Set(observed.map(([node]) => node)).size).toBeGreaterThan(0);
    for (const [node, height, lag] of observed) {
      expect(node).toMatch(/^[0-9a-f]{128}$/);
      expect(height).toBeGreaterThan(0);
      expect(lag).toBeGreaterThanOrEqual(0);
    }
    expect(observed.some(([, , , pending, view]) => pending === 0 && typeof view === "number")).toBe(true);
    const [[highest]] = rows("SELECT max(number) FROM blocks") as [[number]];
    expect(rows("SELECT number FROM block_sightings ORDER BY number")).toEqual([[highest - 1], [highest]]);
  });

  it("draws what it has seen, and the shares of sealers", () => {
    const charts = chainCharts(queries);
    expect(charts.seen?.length).toBeGreaterThan(0);
    expect(charts.observed?.some(({ pending }) => pending === 0)).toBe(true);
    expect(charts.lags?.length).toBeGreaterThan(0);
    const [[blocks]] = rows("SELECT count(*) FROM blocks WHERE number > 0") as [[number]];
    expect(charts.sealers?.reduce((sum, each) => sum + each.blocks, 0)).toBe(blocks);
    for (const { average, longest } of charts.waits ?? []) {
      expect(average).toBeGreaterThanOrEqual(0);
      expect(longest).toBeGreaterThanOrEqual(average);
    }
    const waited = rows("SELECT count(*) FROM transactions WHERE import_time > 0 AND import_time <= time");
    expect((charts.waits ?? []).length > 0).toBe(Number(waited[0]?.[0]) > 0);
    // a range that is compared has the interval of the other
    expect(chainCharts(queries, { ...(charts.all ? { range: charts.all } : {}), step: 86_400_000 }).step).toBe(
      86_400_000,
    );
  });

  const filters: readonly HistoryFilter[] = [
    {},
    { order: "oldest" },
    { order: "gas" },
    { call: "MOVE(", order: "gas" },
    { failed: true },
    { call: "note", failed: true, order: "oldest" },
  ];
  it.each(filters)("gives each transaction of an account once, page by page: %j", (filter) => {
    const busiest = String(
      rows("SELECT from_address FROM transactions GROUP BY 1 ORDER BY count(*) DESC LIMIT 1")[0]?.[0],
    );
    const found: (readonly [number, number])[] = [];
    let after: HistoryCursor | undefined;
    do {
      const page: AddressHistory["sent"] = addressHistory(queries, busiest, "sent", filter, after).sent;
      found.push(...(page?.lines ?? []).map(({ tx, gas }) => [tx, gas] as const));
      after = page?.next;
    } while (after);
    const all = rows(
      `SELECT tx, coalesce(gas_used, 0), coalesce(method, selector, ''), status FROM transactions WHERE from_address = '${busiest}'`,
    )
      .filter(([, , call]) =>
        String(call)
          .toLowerCase()
          .includes((filter.call ?? "").toLowerCase()),
      )
      .filter(([, , , status]) => !filter.failed || status !== 0)
      .map(([tx, gas]) => [Number(tx), Number(gas)] as const)
      .sort((one, other) =>
        filter.order === "oldest"
          ? one[0] - other[0]
          : filter.order === "gas"
            ? other[1] - one[1] || other[0] - one[0]
            : other[0] - one[0],
      );
    expect(found).toEqual(all);
  });

  it("has more than a page of one of them, and bounds in time", () => {
    const { sent } = addressHistory(queries, admin);
    expect(sent?.next).toBeDefined();
    const time = sent?.lines[3]?.time ?? 0;
    const bounded = addressHistory(queries, admin, "sent", { from: time, to: time }).sent;
    expect(bounded?.lines.length).toBeGreaterThan(0);
    expect(bounded?.lines.every((line) => line.time === time)).toBe(true);
  });

  it("tells what governance did with an address, and what was refused", () => {
    const told = addressHistory(queries, someone).rights?.lines ?? [];
    expect(told.map(({ action, from }) => [action, from])).toEqual([["openMethodAuth", admin]]);
    expect(JSON.parse(told[0]?.arguments ?? "")).toMatchObject({ account: someone });
    expect(addressHistory(queries, `0x${"ab".repeat(20)}`).rights?.lines).toEqual([]);
  });
});
