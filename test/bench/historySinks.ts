// Millions of transactions of a synthetic chain into an index or a sink, by processes that are killed amid their work: memory, gaps and
// doubles. `node --import tsx test/bench/historySinks.ts --sink sqlite|postgres|mysql|parquet|kafka|clickhouse
// [--transactions 10000000] [--of-block 100] [--kills 20]`.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startDatabase } from "../support/databaseServers";
import { startClickhouse } from "../support/sinks/clickhouse";
import { startKafka } from "../support/sinks/kafkaBroker";
import {
  clickhouseTrial,
  indexTrial,
  kafkaTrial,
  parquetTrial,
  type TriedSink,
  tryWithKills,
} from "../support/sinks/sinkTrial";

const { values } = parseArgs({
  options: {
    sink: { type: "string", default: "parquet" },
    transactions: { type: "string", default: "10000000" },
    "of-block": { type: "string", default: "100" },
    kills: { type: "string", default: "20" },
    seed: { type: "string", default: "1" },
  },
});
const ofBlock = Number(values["of-block"]);
const blocks = Math.ceil(Number(values.transactions) / ofBlock) + 1;
const folder = mkdtempSync(join(tmpdir(), "chainside-sinks-"));

async function opened(): Promise<{ readonly sink: TriedSink; close(): Promise<void> }> {
  if (values.sink === "kafka") {
    const broker = await startKafka();
    return { sink: kafkaTrial(broker, "bench"), close: () => broker.close() };
  }
  if (values.sink === "clickhouse") {
    const server = await startClickhouse();
    return { sink: clickhouseTrial(server, "bench"), close: () => server.close() };
  }
  if (values.sink === "postgres" || values.sink === "mysql") {
    const server = await startDatabase(values.sink);
    return { sink: indexTrial(await server.database("bench")), close: () => server.close() };
  }
  if (values.sink === "sqlite") return { sink: indexTrial(join(folder, "bench.db")), close: async () => undefined };
  return { sink: parquetTrial(folder, 40_000), close: async () => undefined };
}

const { sink, close } = await opened();
const kills = Number(values.kills);
// kills lie over two thirds of the work, with a batch of 3,000 transactions for a line
const maxLines = Math.max(2, Math.ceil((1.4 * (blocks * ofBlock)) / 3000 / Math.max(1, kills)));
const outcome = await tryWithKills(sink, { blocks, ofBlock, batch: 500 }, kills, Number(values.seed), maxLines);
console.log(
  `${values.sink}: ${(blocks - 1) * ofBlock} transactions in ${outcome.seconds.toFixed(0)} s, ${outcome.kills} kills, at most ${outcome.memory} MB`,
);
for (const [table, { rows, different }] of Object.entries(outcome.tables)) {
  const expected = table === "blocks" ? blocks : (blocks - 1) * ofBlock;
  console.log(`${table}: ${rows} rows, ${expected - different} missing, ${rows - different} doubled`);
}
await close();
rmSync(folder, { recursive: true, force: true });
