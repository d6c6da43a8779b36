// The index in real servers of PostgreSQL and MariaDB: equal to SQLite's row for row, read only when asked, whatever ends its writing.
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getBlockByNumber } from "../../../src/chain/rpc/blocks";
import type { ChainSession } from "../../../src/chain/session";
import { AddressCounts, addBlock } from "../../../src/history/indexing/blockRows";
import { RowSet } from "../../../src/history/indexing/rowSet";
import { tablesQuery } from "../../../src/history/query/dialectKeywords";
import { questionsFor } from "../../../src/history/query/questions";
import { SqliteQueries } from "../../../src/history/query/sqliteQuery";
import { addressesTable, baseTables, baseViews, countsTable } from "../../../src/history/schema/baseTables";
import { openServerQueries, openServerStore } from "../../../src/history/servers/openServer";
import { SqliteStore } from "../../../src/history/sqlite/sqliteStore";
import { type DatabaseServer, hasServer, startDatabase } from "../../support/databaseServers";
import type { ForkChain } from "../../support/forkChain";
import { type IndexLocation, indexInto, sessionOf } from "../../support/historyIndexing";
import { cutAgain, lies, refusesLie } from "../../support/historyLies";
import { chainWithTraffic, commonWords, dump, givenLedger } from "../../support/historyTrial";
import { ended, killAgain, startIndexer } from "../../support/indexerProcesses";

const kills = Number(process.env["HISTORY_KILLS"] ?? 3);
const seed = Number(process.env["HISTORY_SEED"] ?? 9);

let folder: string;
let chain: ForkChain;
let session: ChainSession;
let abi: string;
let whole: Record<string, string[]>;
const file = (name: string): string => join(folder, `${name}.db`);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "chainside-servers-"));
  chain = await chainWithTraffic(40, 11);
  session = await sessionOf(chain.chain.url);
  abi = join(folder, "Ledger.json");
  writeFileSync(abi, JSON.stringify(chain.abi("Ledger").contract.abi));
  await indexInto(file("whole"), session, { given: [givenLedger(chain)] });
  whole = commonWords(await dump(file("whole")));
});
afterAll(async () => {
  await session.client.transport.close();
  await chain.close();
  rmSync(folder, { recursive: true });
});

const start = (place: IndexLocation, batch: number): Promise<ChildProcess> =>
  startIndexer(chain.chain.url, place, batch, abi);

/** A block of transactions to what is no address. */
async function oddRows(own: ChainSession) {
  const [source, receipt] = [await getBlockByNumber(own.client, 20, "transactions"), { status: 16, gasUsed: "1" }];
  const [transaction] = source.transactions;
  if (!transaction) throw new Error("a block without transactions");
  const long = `/apps/${"x".repeat(400)}`;
  const names = [`${long}1`, `${long}2`, "a\0b'\\"];
  const whole = {
    block: { ...source, transactions: names.map((_, place) => `0x${String(place).padStart(64, "0")}` as const) },
    transactions: names.map((to) => ({ ...transaction, to, nonce: "1\0", extraData: "\0x" })),
    receipts: names.map(() => ({
      ...{ ...receipt, version: 0, contractAddress: "", blockNumber: 20, output: "0x" as const, message: "why\0" },
      ...{ transactionHash: source.hash, hash: source.hash, logEntries: [] },
    })),
    bodies: "node" as const,
    verified: { block: true, transactions: true, receipts: true, senders: [] },
  };
  const rows = new RowSet();
  addBlock(whole, () => undefined, rows);
  const addresses = new AddressCounts();
  addresses.add(whole);
  return { tables: [...rows.tables], counts: rows.counts.rows, addresses: addresses.rows };
}

describe.each(["postgres", "mysql"] as const)("an index in %s", (engine) => {
  describe.skipIf(!hasServer(engine))(`(${engine} is installed)`, () => {
    let server: DatabaseServer;
    beforeAll(async () => {
      server = await startDatabase(engine);
    });
    afterAll(() => server.close());

    it("has what SQLite's has, row for row, from several sides and in pieces", async () => {
      const target = await server.database("whole");
      const given = [givenLedger(chain)];
      await indexInto(target, session, { given, from: 30, batchBlocks: 3 });
      await indexInto(target, session, { given, batchBlocks: 7 });
      const found = commonWords(await dump(target));
      expect(Object.keys(found)).toEqual(Object.keys(whole));
      expect(found).toEqual(whole);
    });

    it("reads the past of an SM chain by an ABI that comes later", async () => {
      const other = await chainWithTraffic(16, 12, { suite: "sm" });
      const own = await sessionOf(other.chain.url);
      const target = await server.database("later");
      await indexInto(target, own);
      await indexInto(target, own, { given: [givenLedger(other)] });
      await indexInto(file(`sm-${engine}`), own, { given: [givenLedger(other)] });
      expect(commonWords(await dump(target))).toEqual(commonWords(await dump(file(`sm-${engine}`))));
      // another chain's blocks don't go there
      await expect(indexInto(target, session)).rejects.toMatchObject({ code: "historyOtherChain" });
      await own.client.transport.close();
      await other.close();
    });

    it(`becomes the same after kill -9 at ${kills} random moments`, async ({ annotate }) => {
      const indexes = await killAgain({
        kills,
        seed,
        place: (number) => server.database(`killed${number}`),
        start: (place) => start(place, 1),
        killed: async () => undefined,
        finished: async (place) => expect(commonWords(await dump(place))).toEqual(whole),
      });
      await annotate(`${kills} kills while ${indexes} indexes were made`);
      expect(indexes).toBeGreaterThan(0);
    });

    it("is what it was when the server ends while it is written", async () => {
      const target = await server.database("crashed");
      const child = await start(target, 1);
      await once(child.stdout as NodeJS.ReadableStream, "data");
      await server.crash();
      await ended(child);
      await indexInto(target, session, { given: [givenLedger(chain)] });
      expect(commonWords(await dump(target))).toEqual(whole);
    });

    it("is written by two indexers at once", async () => {
      const target = await server.database("two");
      const children = await Promise.all([start(target, 1), start(target, 2)]);
      expect(await Promise.all(children.map(ended))).toEqual([0, 0]);
      expect(commonWords(await dump(target))).toEqual(whole);
    });

    it("is filled by four writers side by side, whose killed ones' ranges others take over", async () => {
      const target = await server.database("ranges");
      const writer = (): Promise<ChildProcess> => startIndexer(chain.chain.url, target, 2, abi, 5);
      const children = await Promise.all(Array.from({ length: 4 }, writer));
      const [first, second] = children;
      // what they were at has neither end nor beginning then
      await Promise.all([first, second].map((child) => once(child?.stdout as NodeJS.ReadableStream, "data")));
      for (const child of [first, second]) child?.kill("SIGKILL");
      const codes = await Promise.all(children.map(ended));
      expect(codes.slice(2)).toEqual([0, 0]);
      expect(commonWords(await dump(target))).toEqual(whole);
    });

    it("has no range of a writer that a later one took, and is ended by one that leases nothing", async () => {
      const target = await server.database("taken");
      const given = [givenLedger(chain)];
      const stop = new AbortController();
      const leasing = { rangeBlocks: 4, leaseMs: 1 };
      const onProgress = (): void => stop.abort();
      // the first batch of a range, and no more
      const some = { given, batchBlocks: 2, leases: true, leasing, onProgress, signal: stop.signal };
      await indexInto(target, session, some);
      expect((await dump(target))["leases"]).toHaveLength(1);
      await indexInto(target, session, { given });
      expect(commonWords(await dump(target))).toEqual(whole);
    });

    it("becomes the same over a network that is cut again and again", async () => {
      const target = await server.database("cuts");
      const cut = cutAgain(session, 3);
      await indexInto(target, cut.session, { given: [givenLedger(chain)], batchBlocks: 2 });
      expect(cut.cuts()).toBeGreaterThan(0);
      expect(commonWords(await dump(target))).toEqual(whole);
    });

    it.each(lies)("stays what it is when a node lies: %s", async (name, code, lie) => {
      const target = await server.database(`lie${lies.findIndex(([each]) => each === name)}`);
      await refusesLie(target, session, code, lie);
    });

    it("answers the saved questions as SQLite does, and says what its columns hold", async () => {
      const target = await server.database("asked");
      await indexInto(target, session, { given: [givenLedger(chain)] });
      const [queries, sqlite] = [await openServerQueries(target), await SqliteQueries.open(file("whole"))];
      const busiest = "SELECT to_address FROM transactions WHERE method LIKE 'move%' ORDER BY tx LIMIT 1";
      const contract = String(sqlite.ask(busiest, 1).rows[0]?.[0]);
      // from amid ten minutes on
      const [[some] = []] = sqlite.ask("SELECT time FROM blocks WHERE number = 20", 1).rows;
      const [[end] = []] = sqlite.ask("SELECT max(time) - 1 FROM blocks", 1).rows;
      const span = { since: Number(some), until: Number(end), zone: "Europe/Berlin" };
      const values: Record<string, string> = {
        ...{ account: `0x${"1a".repeat(20)}`, contract, function: "move", object: "/apps/d1" },
        name: "Moved",
      };
      const plain = (rows: readonly (readonly unknown[])[]): string[] =>
        rows.map((row) => row.map(String).join(" ")).sort();
      const saved = questionsFor(engine, span);
      for (const [place, question] of questionsFor("sqlite", span).entries()) {
        const parameters = Object.fromEntries(question.parameters.map((name) => [name, values[name] ?? ""]));
        const expected = sqlite.ask(question.sql, 1000, { parameters });
        const found = await queries.ask(saved[place]?.sql ?? "", 1000, { parameters });
        expect([question.name, found.columns.map(({ name }) => name)]).toEqual([
          question.name,
          expected.columns.map(({ name }) => name),
        ]);
        expect([question.name, ...plain(found.rows)]).toEqual([question.name, ...plain(expected.rows)]);
        if (question.name === "count") expect(found.rows.length).toBeGreaterThan(0);
      }
      const typed = await queries.ask("SELECT tx, time, amount AS much, 1 + 1 AS two FROM event_Ledger_Moved", 1);
      expect(typed.columns).toEqual([
        { name: "tx", type: "int" },
        { name: "time", type: "time" },
        { name: "much", type: "big" },
        { name: "two" },
      ]);
      expect(typed.more).toBe(true);
      const { rows } = await queries.ask(tablesQuery[engine], 1000);
      expect(rows.map(([name, kind]) => [String(name).toLowerCase(), kind])).toContainEqual([
        "event_ledger_moved",
        "table",
      ]);
      expect(rows.map(([name, kind]) => [String(name), kind])).toContainEqual(["receipts", "view"]);
      // text, comment and cast aren't parameters
      const tricky =
        engine === "postgres" ? "SELECT ':a', $$:b$$, E'\\':c', 1::int, :d" : "SELECT ':a', ':b', '\\:c', 1, :d";
      const answer = await queries.ask(`${tricky} -- :e\n/* :f */ ;`, 10, {
        parameters: { d: "o'; DROP TABLE blocks; --" },
      });
      expect(answer.rows[0]?.at(-1)).toBe("o'; DROP TABLE blocks; --");
      await queries.close();
      sqlite.close();
    });

    const writes = [
      "DELETE FROM blocks",
      "UPDATE state SET value = '0'",
      "DROP TABLE blocks",
      "CREATE TABLE mine (a int)",
      "SET TRANSACTION READ WRITE",
      "COMMIT",
      ...(engine === "postgres"
        ? [
            "WITH gone AS (DELETE FROM blocks RETURNING number) SELECT * FROM gone",
            "COPY (SELECT 1) TO PROGRAM 'cat'",
            "SELECT 1 INTO mine",
            "SELECT set_config('transaction_read_only', 'off', false)",
          ]
        : [
            "SELECT 1 INTO OUTFILE '/tmp/chainside-never'",
            "SELECT /*!50000 1 INTO OUTFILE '/tmp/chainside-never' */",
            "SELECT 1--1 INTO OUTFILE '/tmp/chainside-never'",
            "CALL mine()",
          ]),
    ];
    it("changes nothing by a query, and ends one that takes too long", async () => {
      const target = await server.database("guarded");
      await indexInto(target, session, { given: [givenLedger(chain)] });
      const queries = await openServerQueries(target);
      for (const sql of writes) {
        const asked = Promise.resolve(queries.ask(sql, 10)).then(
          () => sql,
          (error: { code: string }) => error.code,
        );
        expect([sql, await asked]).toEqual([sql, expect.stringMatching(/^historyQuery(?:Writes|Wrong)$/)]);
      }
      for (const sql of ["SELECT 1; SELECT 2", "SELECT 1; DROP TABLE blocks"])
        await expect(queries.ask(sql, 10)).rejects.toMatchObject({ code: "historyQueryMany" });
      await expect(queries.ask("SELECT nothing FROM blocks", 10)).rejects.toMatchObject({ code: "historyQueryWrong" });
      await expect(queries.ask("SELECT :x", 10)).rejects.toMatchObject({ code: "historyQueryWrong" });
      // as many rows as there are blocks, to the power of 16
      const long = `SELECT count(*) FROM ${Array.from({ length: 16 }, (_, at) => `blocks b${at}`).join(", ")}`;
      await expect(queries.ask(long, 10, { timeMs: 300 })).rejects.toMatchObject({ code: "historyQueryTime" });
      expect((await queries.ask("SELECT count(*) FROM blocks", 1)).rows).toEqual([[whole["blocks"]?.length]]);
      await queries.close();
      expect(commonWords(await dump(target))).toEqual(whole);
    });

    it("asks nothing with an account that has a right to files of the server, however it writes it", async () => {
      const target = await server.database("rights");
      await (await openServerStore(target)).close();
      const refused = { code: "historyFileRight" };
      await expect(openServerQueries(server.administrator("rights"))).rejects.toMatchObject(refused);
      const queries = await openServerQueries(target);
      const file = `/tmp/chainside-never-${engine}`;
      const tries =
        engine === "postgres"
          ? [`SELECT pg_read_file('/etc/passwd')`, `SELECT lo_export(lo_from_bytea(0, 'x'), '${file}')`]
          : [
              `SELECT 1e1INTO OUTFILE '${file}'`,
              `SELECT \\NINTO OUTFILE '${file}'`,
              `SELECT 1 INTO DUMPFILE '${file}'`,
              `SELECT .1INTO OUTFILE '${file}'`,
            ];
      for (const sql of tries) await expect(Promise.resolve(queries.ask(sql, 10)), sql).rejects.toBeDefined();
      expect(existsSync(file)).toBe(false);
      await queries.close();
    });

    it("has whatever a chain lets stand for a recipient or a text, the same as SQLite", async () => {
      const place = file(`odd-${engine}`);
      const target = await server.database("odd");
      const rows = await oddRows(session);
      for (const store of [await openServerStore(target), await SqliteStore.open(place)]) {
        await store.makeSchema(baseTables, baseViews);
        await store.write(async ({ insert, merge }) => {
          for (const { table, rows: own } of rows.tables) await insert(table, own);
          await insert(addressesTable, rows.addresses);
          await merge(countsTable, rows.counts, { total: "sum" });
        });
        await store.close();
      }
      const [found, own] = [commonWords(await dump(target)), commonWords(await dump(place))];
      const asPostgres = (text: string): string => text.replaceAll(/\0|\\u0000/g, "\u2400");
      for (const [table, lines] of Object.entries(own))
        expect(found[table]?.map(asPostgres), table).toEqual(lines.map(asPostgres));
      expect(found["addresses"]).toHaveLength(4);
    });

    it("goes on over another connection when its own is cut", async () => {
      const target = await server.database("cut");
      const store = await openServerStore(target);
      await store.makeSchema([], {});
      const own = engine === "postgres" ? "SELECT pg_backend_pid()" : "SELECT connection_id()";
      const [id] = await store.read(async ({ rows }) => (await rows(own))[0] ?? []);
      const other = await openServerStore(target);
      await other
        .write(({ rows }) =>
          rows(engine === "postgres" ? `SELECT pg_terminate_backend(${String(id)})` : `KILL ${String(id)}`).then(
            () => undefined,
          ),
        )
        .finally(() => other.close());
      // the cut is heard with the first statement, or before it
      await store
        .read(({ rows }) => rows("SELECT 1"))
        .catch((error) => expect(error).toMatchObject({ kind: "transport" }));
      expect(await store.read(({ rows }) => rows("SELECT 2"))).toEqual([[2]]);
      await store.close();
    });
  });
});
