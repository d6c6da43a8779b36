// What every sink is tried with: a synthetic chain is brought into it by processes that are killed amid their work, and what is there then
// is counted.
import { openServerStore } from "../../../src/history/servers/openServer";
import { SqliteStore } from "../../../src/history/sqlite/sqliteStore";
import type { IndexLocation } from "../historyIndexing";
import { killAgain, startIndexer } from "../indexerProcesses";
import type { Clickhouse } from "./clickhouse";
import type { KafkaBroker } from "./kafkaBroker";
import { askDuckDb } from "./pythonPackages";

/** What a sink has of a table: rows, and different ones of them by their key. */
interface Counted {
  readonly rows: number;
  readonly different: number;
}

/** A place to bring blocks to, and how its rows are counted. */
export interface TriedSink {
  /** Address, or a file or database. */
  readonly place: IndexLocation;
  /** Rows of a set of files, for Parquet. */
  readonly range?: number;
  counted(table: string): Promise<Counted>;
}

export const triedTables = ["blocks", "transactions", "logs", "event_Token_Transfer", "call_Token_transfer"] as const;
const keys: Readonly<Record<string, string>> = {
  blocks: "number",
  logs: "(tx, log)",
  event_Token_Transfer: "(tx, log)",
};
const keyOf = (table: string): string => keys[table] ?? "tx";

export const parquetTrial = (folder: string, range: number): TriedSink => ({
  place: `parquet:${folder}`,
  range,
  async counted(table) {
    const files = `read_parquet('${folder}/${table}/**/*.parquet', hive_partitioning = true)`;
    const [[rows, different] = []] = await askDuckDb(`SELECT count(*), count(DISTINCT ${keyOf(table)}) FROM ${files}`);
    return { rows: Number(rows), different: Number(different) };
  },
});

export const clickhouseTrial = (server: Clickhouse, database: string): TriedSink => ({
  place: `clickhouse://${server.address}/${database}`,
  async counted(table) {
    const sql = `SELECT toUInt32(count()) AS rows, toUInt32(uniqExact(${keyOf(table)})) AS different FROM \`${table}\` FINAL`;
    const [row] = await server.ask(database, sql);
    return { rows: Number(row?.["rows"]), different: Number(row?.["different"]) };
  },
});

export const kafkaTrial = (broker: KafkaBroker, prefix: string): TriedSink => ({
  place: `kafka://${broker.address}/${prefix}`,
  async counted(table) {
    // numbers where keys are some: millions of texts take more memory than there may be
    const different = new Set<number | string>();
    let rows = 0;
    await broker.read(`${prefix}.${table}`, ({ key }) => {
      rows += 1;
      different.add(/^\d+(?::0)?$/.test(key) ? Number.parseInt(key, 10) : key);
    });
    return { rows, different: different.size };
  },
});

/** An index in SQLite or a server's database. */
export const indexTrial = (place: IndexLocation): TriedSink => ({
  place,
  async counted(table) {
    const store = typeof place === "string" ? await SqliteStore.open(place) : await openServerStore(place);
    try {
      const key = keyOf(table);
      const sql = `SELECT count(*), count(DISTINCT ${key === "(tx, log)" ? "tx * 64 + log" : key}) FROM ${store.dialect.quoted(table)}`;
      const [[rows, different] = []] = await store.read(({ rows: ask }) => ask(sql));
      return { rows: Number(rows), different: Number(different) };
    } finally {
      await store.close();
    }
  },
});

export interface TrialOutcome {
  readonly tables: Readonly<Record<string, Counted>>;
  /** Of the processes, at most, in megabytes. */
  readonly memory: number;
  readonly seconds: number;
  readonly kills: number;
}

/** Brings so many blocks into a sink, killing what does it so often. @param maxLines between two kills, as `killAgain` has it */
export async function tryWithKills(
  sink: TriedSink,
  chain: { readonly blocks: number; readonly ofBlock: number; readonly batch: number },
  kills: number,
  seed: number,
  maxLines?: number,
): Promise<TrialOutcome> {
  let [memory, killed] = [0, 0];
  const began = performance.now();
  const place = async (number: number): Promise<IndexLocation> => {
    if (number > 0) throw new Error("it was done before it was killed often enough");
    return sink.place;
  };
  await killAgain({
    ...{ kills, seed, place, ...(maxLines === undefined ? {} : { maxLines }) },
    async start(where) {
      const source = `synthetic:${chain.blocks}:${chain.ofBlock}`;
      const child = await startIndexer(source, where, chain.batch, "", sink.range);
      child.stdout?.on("data", (text: Buffer | string) => {
        for (const [, megabytes] of String(text).matchAll(/^\S+ \S+ (\d+)$/gm))
          memory = Math.max(memory, Number(megabytes));
      });
      return child;
    },
    killed: async () => {
      killed += 1;
    },
    finished: async () => undefined,
  });
  const seconds = (performance.now() - began) / 1000;
  const tables: Record<string, Counted> = {};
  for (const table of triedTables) tables[table] = await sink.counted(table);
  return { tables, memory, kills: killed, seconds };
}
