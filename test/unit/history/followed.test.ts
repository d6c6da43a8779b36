// What no block tells, observed while a chain is followed; and what an index of random traffic gives page by page.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { precompiledInterface } from "../../../src/chain/abi/precompiledContracts";
import type { ChainSession } from "../../../src/chain/session";
import { GroupIndexer, type IndexProgress } from "../../../src/history/indexing/groupIndexer";
import { type AddressHistory, addressHistory } from "../../../src/history/query/addressHistory";
import { chainCharts } from "../../../src/history/query/chainCharts";
import { SqliteQueries } from "../../../src/history/query/sqliteQuery";
import { baseTables, baseViews, blocksTable, observationsTable } from "../../../src/history/schema/baseTables";
import { SqliteStore } from "../../../src/history/sqlite/sqliteStore";
import type { HistoryCursor, HistoryFilter } from "../../../src/webview/explorer/messages";
import type { ForkChain } from "../../support/forkChain";
import { sessionOf } from "../../support/historyIndexing";
import { through } from "../../support/historyLies";
import { chainWithTraffic, givenAbi, givenLedger } from "../../support/historyTrial";

describe("an index that follows its chain", () => {
  const admin = `0x${"1a".repeat(20)}` as const;
  let folder: string;
  let chain: ForkChain;
  let session: ChainSession;
  let queries: SqliteQueries;
  const someone = `0x${"5e".repeat(20)}`;
  const holder = `0x${"c0".repeat(20)}`;
  const nobody = `0x${"00".repeat(20)}`;
  const coins: string[] = [];

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
    const [coin, other, thing] = [await chain.deploy("Coin"), await chain.deploy("Coin"), await chain.deploy("Thing")];
    coins.push(...[coin, other].map((made) => made.contractAddress));
    for (const [token, name, from, to, value] of [
      [coin, "Coin", nobody, holder, "115792089237316195423570985008687907853269984665640564039457584007913129639935"],
      [coin, "Coin", holder, someone, "5"],
      [other, "Coin", holder, someone, "7"],
      [coin, "Coin", holder, holder, "9"],
      [thing, "Thing", nobody, holder, "1"],
      [coin, "Coin", someone, holder, "2"],
    ] as const)
      await chain.send(token.contractAddress, name, "give", [from, to, value]);
    const file = join(folder, "index.db");
    const store = await SqliteStore.open(file);
    const stop = new AbortController();
    let sent = false;
    const indexer = new GroupIndexer(session, store, {
      given: [givenLedger(chain), givenAbi(chain, "Coin"), givenAbi(chain, "Thing")],
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

  it("tells at once how far it is, for the run before may have ended between writing and telling", async () => {
    const store = await SqliteStore.open(join(folder, "index.db"));
    const stop = new AbortController();
    const reported: IndexProgress[] = [];
    const heightsWhenWaiting: number[] = [];
    const again = new GroupIndexer(session, store, {
      follow: true,
      signal: stop.signal,
      onProgress: (progress) => reported.push(progress),
      waitForBlock: async () => {
        heightsWhenWaiting.push(reported.length);
        stop.abort();
      },
    });
    await again.run();
    await store.close();
    const [[highest]] = rows("SELECT max(number) FROM blocks") as [[number]];
    expect(heightsWhenWaiting).toEqual([1]);
    expect(reported[0]).toMatchObject({ low: 0, high: highest, blocks: 0 });
  });

  it("notices that a chain has begun anew as soon as it has a block, and not when it is higher than before", async () => {
    const store = await SqliteStore.open(join(folder, "index.db"));
    // the node is at block 0 when it is asked first, as one that was started again is
    let height = 0;
    const anew = through(session, async (method, _, ask) => {
      if (method === "getBlockNumber") return height;
      return method === "getBlockHashByNumber" ? `0x${"ab".repeat(32)}` : ask();
    });
    const again = new GroupIndexer(anew, store, {
      follow: true,
      waitForBlock: async () => {
        height += 1;
        if (height > 3) throw new Error("it waits for more blocks");
      },
    });
    await expect(again.run()).rejects.toMatchObject({ code: "historyForked", details: { number: 1 } });
    await store.close();
  });

  it("keeps nothing of what peers say that no chain comes to", async () => {
    const file = join(folder, "wild.db");
    const store = await SqliteStore.open(file);
    const stop = new AbortController();
    const peer = (digit: string, blockNumber: string): string =>
      `{"nodeID":"${digit.repeat(128)}","blockNumber":${blockNumber},"genesisHash":"","latestHash":"","archivedBlockNumber":0}`;
    const peers = [peer("a", "18446744073709551615"), peer("b", "-1"), peer("c", "3")].join(",");
    const wild = through(session, async (method, _, ask) => {
      const reported = await ask();
      if (method !== "getSyncStatus" || typeof reported !== "string") return reported;
      return reported
        .replace(/"peers":\[.*?\]/, () => `"peers":[${peers}]`)
        .replace(/"knownHighestNumber":\d+/, () => '"knownHighestNumber":18446744073709551615');
    });
    const waitForBlock = async (): Promise<void> => stop.abort();
    await new GroupIndexer(wild, store, { follow: true, signal: stop.signal, lookMs: 0, waitForBlock }).run();
    await store.close();
    const found = await SqliteQueries.open(file);
    const seen = found.ask("SELECT node, height, lag FROM observations ORDER BY node", 100).rows;
    found.close();
    const [[highest]] = rows("SELECT max(number) FROM blocks") as [[number]];
    const others = seen.filter(([node]) => /^(.)\1+$/.test(String(node)));
    expect(others).toEqual([["c".repeat(128), 3, highest - 3]]);
    expect(seen.length).toBeGreaterThan(1);
    for (const [, , lag] of seen) expect(lag).toBeLessThanOrEqual(highest);
  });

  it("draws what it has seen, and the shares of sealers", () => {
    const charts = chainCharts(queries);
    expect(charts.seen?.length).toBeGreaterThan(0);
    expect(charts.observed?.some(({ pending }) => pending === 0)).toBe(true);
    expect(charts.lags?.length).toBeGreaterThan(0);
    const [[blocks]] = rows("SELECT count(*) FROM blocks WHERE number > 0") as [[number]];
    expect(charts.sealers?.reduce((sum, each) => sum + each.blocks, 0)).toBe(blocks);
    for (const { average, max } of charts.waits ?? []) {
      expect(average).toBeGreaterThanOrEqual(0);
      expect(max).toBeGreaterThanOrEqual(average);
    }
    const waited = rows("SELECT count(*) FROM transactions WHERE import_time > 0 AND import_time <= time");
    expect((charts.waits ?? []).length > 0).toBe(Number(waited[0]?.[0]) > 0);
    // a range that is compared has the interval of the other
    expect(chainCharts(queries, { ...(charts.all ? { range: charts.all } : {}), step: 86_400_000 }).step).toBe(
      86_400_000,
    );
  });

  it("draws pool and views by each node that was asked, a change of view once, and by a chosen one alone", async () => {
    const file = join(folder, "asked.db");
    const store = await SqliteStore.open(file);
    await store.makeSchema(baseTables, baseViews);
    const columns = blocksTable.columns.map(({ name, optional }) =>
      name === "number" || name === "time" ? 1 : optional ? null : name,
    );
    const [one, other, silent] = ["0a", "0b", "0c"].map((digits) => digits.repeat(64)) as [string, string, string];
    await store.write(async ({ insert }) => {
      await insert(blocksTable, [columns]);
      await insert(observationsTable, [
        [1, one, 1, 0, 5, 10],
        [2, other, 1, 0, 9, 10],
        [3, silent, 1, 0, null, null],
        [4, one, 1, 0, 7, 12],
        [5, other, 1, 0, 1, 13],
      ]);
    });
    await store.close();
    const asked = await SqliteQueries.open(file);
    const report = (sealer?: string) => {
      const { observed = [] } = chainCharts(asked, { range: { from: 0, to: 100 }, ...(sealer ? { sealer } : {}) });
      return observed.map(({ pending, viewChanges }) => [pending, viewChanges]);
    };
    expect(report()).toEqual([[9, 3]]);
    expect(report(one)).toEqual([[7, 2]]);
    expect(report(other)).toEqual([[9, 3]]);
    expect(report(silent)).toEqual([[9, 3]]);
    asked.close();
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
    const { sql = "" } = addressHistory(queries, busiest, "sent", filter).sent ?? {};
    const hashes = (asked: string, column: number): unknown[] => rows(asked).map((row) => row[column]);
    const inOrder = all.map(([tx]) => hashes(`SELECT hash FROM transactions WHERE tx = ${tx}`, 0)[0]);
    expect(hashes(sql, 2)).toEqual(inOrder);
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
    const reported = addressHistory(queries, someone).rights?.lines ?? [];
    expect(reported.map(({ action, from }) => [action, from])).toEqual([["openMethodAuth", admin]]);
    expect(JSON.parse(reported[0]?.arguments ?? "")).toMatchObject({ account: someone });
    expect(addressHistory(queries, `0x${"ab".repeat(20)}`).rights?.lines).toEqual([]);
  });

  it("adds up what tokens tell of an account, and takes no number of a thing for an amount", () => {
    const max = 2n ** 256n - 1n;
    const [coin, other] = coins;
    const report = (account: string, before?: HistoryCursor): unknown[] =>
      (addressHistory(queries, account, "balances", {}, before).balances?.lines ?? []).map((line) => [
        line.contract,
        line.change,
        line.balance,
      ]);
    const all = [
      [coin, "2", `${max - 3n}`],
      [coin, "0", `${max - 5n}`],
      [other, "-7", "-7"],
      [coin, "-5", `${max - 5n}`],
      [coin, `${max}`, `${max}`],
    ];
    expect(report(holder)).toEqual(all);
    expect(addressHistory(queries, holder.toUpperCase().replace("X", "x")).balances?.lines.length).toBe(all.length);
    // a page goes on with what has been added up before it
    const [, , third] = addressHistory(queries, holder, "balances").balances?.lines ?? [];
    expect(report(holder, { tx: third?.tx ?? 0 })).toEqual(all.slice(3));
    expect(report(someone).map((line) => (line as string[])[2])).toEqual(["3", "7", "5"]);
    expect(report(admin)).toEqual([]);
  });

  it.each(["rights", "received", "created", "named"] as const)("gives %s the same as a query", (part) => {
    const reported = [admin, someone, holder, ...coins].map((address) => {
      const page = addressHistory(queries, address.toUpperCase().replace("X", "x"), part)[part];
      const lines: readonly { readonly hash: string }[] = page?.lines ?? [];
      const asked = rows(page?.sql ?? "").map((row) => row[2]);
      // the query has events of contracts, too, that are not known, and the page one that names the address twice two times
      if (part === "named") expect(asked).toEqual(expect.arrayContaining(lines.map(({ hash }) => hash)));
      else expect(asked.slice(0, page?.next ? lines.length : undefined)).toEqual(lines.map(({ hash }) => hash));
      return lines.length;
    });
    expect(Math.max(...reported)).toBeGreaterThan(0);
  });

  it("keeps what is typed within its quotes", () => {
    const { sql = "" } = addressHistory(queries, admin, "sent", { call: "o'; -- :from", from: 5 }).sent ?? {};
    expect(sql).toContain("'o''; -- :from'");
    expect(rows(sql)).toEqual([]);
  });

  it("gives the same as a query", () => {
    const { sql = "" } = addressHistory(queries, holder, "balances").balances ?? {};
    expect(rows(sql).map((row) => row[3])).toEqual(
      (addressHistory(queries, holder, "balances").balances?.lines ?? []).map(({ change }) => change).reverse(),
    );
  });
});
