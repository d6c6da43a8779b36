// Blocks and transactions per second of `chainside index` beside the bare fetching of the same blocks, in one run:
// `node --import tsx test/bench/history.ts URL`, against a chain that has some thousand transactions (`chainside load`).
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BlockSource } from "../../src/history/indexing/blockSource";
import { SqliteQueries } from "../../src/history/query/sqliteQuery";
import { indexInto, sessionOf } from "../support/historyIndexing";

const [url = "http://127.0.0.1:20200"] = process.argv.slice(2);
const rounds = 3;
const session = await sessionOf(url);
const folder = mkdtempSync(join(tmpdir(), "chainside-history-"));

async function bare(): Promise<number> {
  const height = Number(await session.client.transport.request("getBlockNumber", ["group0", ""]));
  let transactions = 0;
  const numbers = Array.from({ length: height + 1 }, (_, at) => height - at);
  for await (const block of new BlockSource(session, {}).blocks(numbers)) transactions += block.transactions.length;
  return transactions;
}

async function measured(work: () => Promise<number>): Promise<{ perSecond: number; perCpu: number }> {
  const [start, cpu] = [performance.now(), process.cpuUsage()];
  const transactions = await work();
  const { user, system } = process.cpuUsage(cpu);
  return {
    perSecond: (1000 * transactions) / (performance.now() - start),
    perCpu: (1e6 * transactions) / (user + system),
  };
}

await bare();
for (let round = 0; round < rounds; round++) {
  const path = join(folder, `${round}.db`);
  const fetched = await measured(bare);
  const indexed = await measured(async () => (await indexInto(path, session)).transactions);
  const { rows } = await SqliteQueries.open(path).then((queries) =>
    queries.ask("SELECT count(*) FROM transactions", 1),
  );
  const bytes = statSync(path).size / Number(rows[0]?.[0]);
  const [plain, own] = [Math.round(fetched.perSecond), Math.round(indexed.perSecond)];
  console.log(
    `fetched ${plain}, indexed ${own} transactions per second: ${(indexed.perSecond / fetched.perSecond).toFixed(2)}`,
    `(processor ${(indexed.perCpu / fetched.perCpu).toFixed(2)}), ${Math.round(bytes)} bytes a transaction`,
    `${Math.round(process.memoryUsage().rss / 1e6)} MB`,
  );
}
await session.client.transport.close();
rmSync(folder, { recursive: true });
