// How long the questions of docs/history.md take in an index with many events, which is written by SQL and not by a chain:
// `node --import tsx test/bench/historyQuestions.ts [--events 10000000] [--engine sqlite|postgres]`.
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { questionsFor } from "../../src/history/query/questions";
import { SqliteQueries } from "../../src/history/query/sqliteQuery";
import { baseTables, baseViews } from "../../src/history/schema/baseTables";
import { openServerQueries, openServerStore } from "../../src/history/servers/openServer";
import { SqliteConnection } from "../../src/history/sqlite/sqliteConnection";
import { SqliteStore } from "../../src/history/sqlite/sqliteStore";
import type { Table } from "../../src/history/store/dialect";
import { startDatabase } from "../support/databaseServers";

const { values } = parseArgs({
  options: { events: { type: "string", default: "10000000" }, engine: { type: "string", default: "sqlite" } },
});
const engine = values.engine === "postgres" ? "postgres" : "sqlite";
/** Of each transaction; transactions of each block. */
const [eventsOfOne, ofBlock] = [4, 25];
const transactions = Math.ceil(Number(values.events) / eventsOfOne);
const blocks = Math.ceil(transactions / ofBlock);
const accounts = 10_000;
const contracts = 20;
/** A block each seven seconds: ten million events are of eight days. */
const [began, blockMs] = [1_760_000_000_000, 7000];
const piece = 250_000;

const transfers: Table = {
  name: "event_Token_Transfer",
  columns: [
    { name: "tx", type: "int" },
    { name: "log", type: "int" },
    { name: "block", type: "int" },
    { name: "time", type: "time" },
    { name: "contract", type: "text", max: 255 },
    { name: "from_", type: "text", max: 255 },
    { name: "to_", type: "text", max: 255 },
    { name: "value", type: "big" },
  ],
  key: ["tx", "log"],
  indexes: [{ columns: ["from_", "tx"] }, { columns: ["to_", "tx"] }],
};

const isPostgres = engine === "postgres";
/** An integer as so many hex digits. */
const hex = (value: string, digits: number): string =>
  isPostgres ? `lpad(to_hex((${value})::bigint), ${digits}, '0')` : `printf('%0${digits}x', ${value})`;
/** Numbers that look like chance. */
const mixed = (value: string): string => `((${value}) * 2654435761 % 4294967296)`;
const addressOf = (value: string): string => `('0x' || ${hex(value, 40)})`;
const account = (of: string): string => addressOf(`${mixed(of)} % ${accounts} + 4096`);
const contract = (of: string): string => addressOf(`${mixed(of)} / 7 % ${contracts} + 1048576`);
const series = (from: number, to: number): string =>
  isPostgres
    ? `generate_series(${from}::bigint, ${to}::bigint) AS s(n)`
    : `(WITH RECURSIVE s(n) AS (VALUES(${from}) UNION ALL SELECT n + 1 FROM s WHERE n < ${to}) SELECT n FROM s) s`;
const txOf = (n: string): string => `((${n}) / ${ofBlock} * 1048576 + (${n}) % ${ofBlock})`;
const timeOf = (block: string): string => `(${began} + (${block}) * ${blockMs})`;
/** The ten minutes of a row's block. */
const tenOf = `(${timeOf("block")} - ${timeOf("block")} % 600000)`;
const bytes = (length: number): string =>
  isPostgres ? `decode(repeat('ab', ${length}), 'hex')` : `zeroblob(${length})`;
const selector = (n: string): string => `CASE ${mixed(n)} % 10 WHEN 0 THEN '0x11111111' ELSE '0xa9059cbb' END`;

function* statements(): Generator<string> {
  for (let from = 0; from < blocks; from += piece)
    yield `INSERT INTO blocks SELECT n, '0x' || ${hex(mixed("n"), 16)} || ${hex("n", 48)}, NULL, ${timeOf("n")}, 0, ${ofBlock}, 0, 500000,
      '', '', '', ${hex("n % 4", 128)}, 0, 'set', '[]', ${bytes(0)}, 'node', 0 FROM ${series(from, Math.min(blocks, from + piece) - 1)}`;
  for (let from = 0; from < transactions; from += piece) {
    const some = series(from, Math.min(transactions, from + piece) - 1);
    yield `INSERT INTO transactions (tx, block, place, hash, time, from_address, to_address, selector, method, status, gas_used, logs, input, output,
        nonce, block_limit, import_time, version, verified, receipt_verified)
      SELECT ${txOf("n")}, n / ${ofBlock}, n % ${ofBlock}, '0x' || ${hex(mixed("n"), 16)} || ${hex("n", 48)}, ${timeOf(`n / ${ofBlock}`)},
        ${account("n")}, ${contract("n")}, ${selector("n")},
        CASE ${mixed("n")} % 10 WHEN 0 THEN 'approve(address,uint256)' ELSE 'transfer(address,uint256)' END,
        CASE WHEN ${mixed("n")} % 100 < 2 THEN 16 ELSE 0 END, 21000, ${eventsOfOne}, ${bytes(68)}, ${bytes(32)}, '1', 500, ${timeOf(`n / ${ofBlock}`)} - 900, 0, 0, 0
      FROM ${some}`;
    for (let log = 0; log < eventsOfOne; log++) {
      const id = `n * ${eventsOfOne} + ${log}`;
      yield `INSERT INTO logs SELECT ${txOf("n")}, ${log}, n / ${ofBlock}, ${contract("n")}, '0xddf252ad', ${account(id)}, ${account(`${id} + 7`)}, NULL, ${bytes(32)}, 'Transfer(address,address,uint256)' FROM ${some}`;
      yield `INSERT INTO event_Token_Transfer SELECT ${txOf("n")}, ${log}, n / ${ofBlock}, ${timeOf(`n / ${ofBlock}`)}, ${contract("n")}, ${account(id)}, ${account(`${id} + 7`)},
        lpad_ FROM (SELECT n, ${isPostgres ? `lpad((${mixed(id)})::text, 78, '0')` : `printf('%078d', ${mixed(id)})`} AS lpad_ FROM ${some}) one`;
    }
  }
  yield `INSERT INTO changes SELECT ${txOf("n * 1000")}, n * 1000 / ${ofBlock}, ${timeOf(`n * 1000 / ${ofBlock}`)}, 'row', '0x1009', 'update', 'key' || (n % 500), '{}', 1, 0
    FROM ${series(0, Math.floor(transactions / 1000) - 1)}`;
  yield `INSERT INTO counts SELECT 'event', event, ${tenOf}, address, count(*) FROM logs GROUP BY 1, 2, 3, 4`;
  yield `INSERT INTO counts SELECT 'call', method, ${tenOf}, to_address, count(*) FROM transactions GROUP BY 1, 2, 3, 4`;
  yield "ANALYZE";
}

/** The questions of the issue that nodes don't answer, for one account, one contract and one function. */
const someone = `0x${(4096 + 17).toString(16).padStart(40, "0")}`;
const token = `0x${(1048576 + 3).toString(16).padStart(40, "0")}`;
const lastMs = began + blocks * blockMs;
/** A week, or most of what there is. */
const weekMs = Math.min(7 * 86_400_000, Math.round(0.9 * blocks) * blockMs - 1000 * 1000);
type Parameters = Readonly<Record<string, string>>;
/** Amid ten minutes, so that a part of them is counted by its rows. */
const since = new Date(lastMs - weekMs).toISOString().slice(0, 19).replace("T", " ");
const counted = questionsFor(engine).find(({ name }) => name === "count")?.sql ?? "";
const questions: readonly (readonly [name: string, sql: string, parameters?: Parameters])[] = [
  [
    "what an account sent, newest first",
    `SELECT block, time, hash, to_address, method, status FROM transactions WHERE from_address = '${someone}' ORDER BY tx DESC LIMIT 100`,
  ],
  [
    "who called a function of a contract",
    `SELECT from_address, count(*) AS calls FROM transactions WHERE to_address = '${token}' AND selector = '0x11111111' GROUP BY 1 ORDER BY 2 DESC LIMIT 100`,
  ],
  [
    "what changed a row",
    "SELECT c.block, c.time, t.from_address, c.action FROM changes c JOIN transactions t ON t.tx = c.tx WHERE c.object = 'key77' ORDER BY c.tx DESC LIMIT 100",
  ],
  ["transfers of a week", counted, { name: "Transfer", since }],
  [
    "the same by reading each of them",
    `SELECT count(*) FROM event_Token_Transfer WHERE tx >= (SELECT min(number) FROM blocks WHERE time >= ${lastMs - weekMs}) * 1048576`,
  ],
  [
    "when blocks became slow, in a day",
    `SELECT time / 3600000, avg(gap), max(gap) FROM (SELECT time, time - lag(time) OVER (ORDER BY number) AS gap FROM blocks WHERE time >= ${lastMs - 86_400_000}) g GROUP BY 1`,
  ],
  [
    "events that name an account",
    `SELECT tx, contract, to_, value FROM event_Token_Transfer WHERE from_ = '${someone}' ORDER BY tx DESC LIMIT 100`,
  ],
];
const rounds = 5;

async function time(ask: (sql: string, parameters: Parameters) => unknown): Promise<void> {
  for (const [name, sql, parameters = {}] of questions) {
    const took: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const start = performance.now();
      await ask(sql, parameters);
      took.push(performance.now() - start);
    }
    const [first = 0] = took;
    const middle = [...took].sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
    console.log(`${name}: ${middle.toFixed(1)} ms (first ${first.toFixed(1)} ms)`);
  }
}

const whole = performance.now();
const written = (): string => `${Math.round((performance.now() - whole) / 1000)} s to write`;
if (engine === "sqlite") {
  const folder = mkdtempSync(join(tmpdir(), "chainside-questions-"));
  const file = join(folder, "many.db");
  const store = await SqliteStore.open(file);
  await store.makeSchema([...baseTables, transfers], baseViews);
  await store.close();
  const connection = await SqliteConnection.open(file, "write");
  connection.execute("PRAGMA cache_size = -400000");
  for (const sql of statements()) connection.execute(sql);
  connection.close();
  const { size } = statSync(file);
  console.log(
    `${transactions} transactions, ${transactions * eventsOfOne} events, ${written()}, ${Math.round(size / 1e6)} MB, ${Math.round(size / transactions)} bytes a transaction`,
  );
  const queries = await SqliteQueries.open(file);
  await time((sql, parameters) => queries.ask(sql, 1000, { parameters }));
  queries.close();
  rmSync(folder, { recursive: true });
} else {
  const server = await startDatabase("postgres");
  const target = await server.database("many");
  const store = await openServerStore(target);
  await store.makeSchema([...baseTables, transfers], baseViews);
  for (const sql of statements()) await store.write(({ execute }) => execute(sql));
  console.log(
    `${transactions} transactions, ${transactions * eventsOfOne} events, ${written()}, ${Math.round((await store.size()) / 1e6)} MB`,
  );
  await store.close();
  const queries = await openServerQueries(target);
  await time((sql, parameters) => queries.ask(sql, 1000, { parameters }));
  await queries.close();
  await server.close();
}
console.log(`${Math.round(process.memoryUsage().rss / 1e6)} MB of memory`);
