// Rows of blocks in Kafka, ClickHouse and files of Parquet, each with its own engine: the same as those of an index, each once, whatever
// was killed.
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ChainSession } from "../../../src/chain/session";
import { GroupFeeder } from "../../../src/history/indexing/groupFeeder";
import { plainValue } from "../../../src/history/query/historyQueries";
import { SqliteQueries } from "../../../src/history/query/sqliteQuery";
import { blocksTable } from "../../../src/history/schema/baseTables";
import { openSink } from "../../../src/history/sinks/openSink";
import { ParquetSink } from "../../../src/history/sinks/parquetSink";
import { sinkTarget } from "../../../src/history/sinks/sinkTarget";
import { createAuthority, createCertificate } from "../../support/certificates";
import type { ForkChain } from "../../support/forkChain";
import { indexInto, sessionOf } from "../../support/historyIndexing";
import { chainWithTraffic, givenLedger } from "../../support/historyTrial";
import { type Clickhouse, startClickhouse } from "../../support/sinks/clickhouse";
import { hasKafka, type KafkaBroker, startKafka } from "../../support/sinks/kafkaBroker";
import { askDuckDb, hasPython } from "../../support/sinks/pythonPackages";
import {
  clickhouseTrial,
  kafkaTrial,
  parquetTrial,
  type TriedSink,
  triedTables,
  tryWithKills,
} from "../../support/sinks/sinkTrial";
import { syntheticChain, syntheticToken } from "../../support/syntheticChain";

let folder: string;
let chain: ForkChain;
let session: ChainSession;
const tables = ["blocks", "transactions", "logs", "changes", "event_Ledger_Moved", "event_Ledger_Noted"];
/** Rows of an index, as JSON has them; logs with the time of their block. */
const expected = new Map<string, Record<string, unknown>[]>();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "chainside-sinks-"));
  chain = await chainWithTraffic(30, 17);
  session = await sessionOf(chain.chain.url);
  const file = join(folder, "whole.db");
  await indexInto(file, session, { given: [givenLedger(chain)] });
  const queries = await SqliteQueries.open(file);
  for (const table of tables) {
    const sql =
      table === "logs" ? "SELECT l.*, t.time FROM logs l JOIN transactions t ON t.tx = l.tx" : `SELECT * FROM ${table}`;
    const { columns, rows } = queries.ask(sql, 10_000);
    const objects = rows.map((row) =>
      Object.fromEntries(columns.map(({ name, type }, place) => [name, plainValue(row[place] ?? null, type)])),
    );
    expect([table, objects.length]).not.toEqual([table, 0]);
    expected.set(table, objects);
  }
  queries.close();
});
afterAll(async () => {
  await session.client.transport.close();
  await chain.close();
  rmSync(folder, { recursive: true });
});

/** Brings the chain into a sink, in two runs, the first of which is stopped amid. */
async function feed(address: string): Promise<void> {
  const stop = new AbortController();
  const given = [givenLedger(chain)];
  for (const options of [{ signal: stop.signal, onProgress: () => stop.abort() }, {}]) {
    const sink = await openSink(sinkTarget(address));
    await new GroupFeeder(session, sink, { given, batchBlocks: 7, ...options }).run();
    await sink.close();
  }
}

const isTime = (name: string): boolean => name === "time" || name === "import_time";

const sorted = (rows: readonly object[]): string[] =>
  rows.map((row) => JSON.stringify(Object.entries(row).sort(([one], [other]) => (one < other ? -1 : 1)))).sort();

/** Another chain's blocks don't go there, nor those of a node that has another block at a height that was written. */
async function refusesOthers(address: string): Promise<void> {
  const other = syntheticChain({ blocks: 3, ofBlock: 1 });
  const sink = await openSink(sinkTarget(address));
  await expect(new GroupFeeder(other, sink).run()).rejects.toMatchObject({ code: "historyOtherChain" });
  await sink.close();
}

const size = { blocks: 241, ofBlock: 4, batch: 1 };
async function isWholeAfterKills(sink: TriedSink): Promise<void> {
  const outcome = await tryWithKills(sink, size, 3, 5);
  const transactions = (size.blocks - 1) * size.ofBlock;
  for (const table of triedTables) {
    const rows = table === "blocks" ? size.blocks : transactions;
    expect([table, outcome.tables[table]]).toEqual([table, { rows, different: rows }]);
  }
  expect(outcome.kills).toBe(3);
}

describe.skipIf(!hasPython())("files of Parquet", () => {
  it("have the rows of an index, for DuckDB to read, by month, and a manifest that names them", async () => {
    const place = join(folder, "files");
    await feed(`parquet:${place}`);
    for (const table of tables) {
      const rows = expected.get(table) ?? [];
      const names = Object.keys(rows[0] ?? {});
      const isBytes = (name: string): boolean =>
        /^(?:data|input|output|extra_data)$/.test(name) && !(table === "transactions" && name === "extra_data");
      const columns = names.map((name) =>
        isTime(name)
          ? `epoch_ms(${name}) AS ${name}`
          : isBytes(name)
            ? `'0x' || lower(hex(${name})) AS ${name}`
            : `"${name}"`,
      );
      const found = await askDuckDb(
        `SELECT to_json(r) FROM (SELECT ${columns.join(", ")} FROM read_parquet('${place}/${table}/**/*.parquet', hive_partitioning = true)) r`,
      );
      const objects = found.map(([row]) => JSON.parse(String(row)) as object);
      expect([table, ...sorted(objects)]).toEqual([table, ...sorted(rows)]);
    }
    const manifest = JSON.parse(readFileSync(join(place, "manifest.json"), "utf8")) as {
      files: { path: string; rows: number; table: string }[];
    };
    expect(manifest.files.map(({ path }) => path)).toContainEqual(
      expect.stringMatching(/^transactions\/month=\d{4}-\d{2}\/blocks-\d+-\d+\.parquet$/),
    );
    await refusesOthers(`parquet:${place}`);
    writeFileSync(join(place, "manifest.json"), "{}");
    await expect(feed(`parquet:${place}`)).rejects.toMatchObject({ code: "historyNotIndex" });
  });

  it.each([
    [60_000, [false, false, false]],
    [-1, [true, true, true]],
  ])(
    "are made by time while a chain is followed, not by each block, and at the end: %i ms",
    async (rollMs, written) => {
      const place = mkdtempSync(join(folder, "followed-"));
      const sink = await ParquetSink.open(place, undefined, rollMs);
      const stop = new AbortController();
      const seen: boolean[] = [];
      const waitForBlock = async (): Promise<void> => {
        if (seen.push(existsSync(join(place, "manifest.json"))) === written.length) stop.abort();
      };
      await new GroupFeeder(session, sink, { follow: true, signal: stop.signal, waitForBlock }).run();
      await sink.close();
      expect(seen).toEqual(written);
      expect(existsSync(join(place, "manifest.json"))).toBe(true);
    },
  );

  it("aren't made of a write that failed halfway", async () => {
    const place = mkdtempSync(join(folder, "torn-"));
    const sink = await ParquetSink.open(place);
    await sink.position();
    const table = blocksTable;
    const row = table.columns.map(({ name }) => (name === "time" ? 1_700_000_000_000 : null));
    const broken = Object.defineProperty([row, row], 1, {
      get: () => {
        throw new Error("no second row");
      },
    });
    const at = { chainId: "chain0", groupId: "group0", suite: "standard", genesis: "", from: 1, next: 2, hash: "" };
    await expect(sink.write([{ table, rows: broken }], at)).rejects.toThrow("no second row");
    await sink.flush();
    expect(existsSync(join(place, "manifest.json"))).toBe(false);
    await sink.position();
    await sink.write([{ table, rows: [row] }], at);
    await sink.flush();
    expect(JSON.parse(readFileSync(join(place, "manifest.json"), "utf8"))).toMatchObject({ files: [{ rows: 1 }] });
    await sink.close();
  });

  it("have each row once, whoever was killed", () => isWholeAfterKills(parquetTrial(join(folder, "killed"), 900)));
});

describe.skipIf(!hasKafka())("Kafka", () => {
  const authority = createAuthority("kafka-authority");
  const access = {
    user: "indexer",
    password: "kept-to-itself",
    certificate: createCertificate(authority, "localhost"),
  };
  let broker: KafkaBroker;
  beforeAll(async () => {
    broker = await startKafka(access);
  });
  afterAll(() => broker.close());

  it("has the rows of an index as JSON, with keys, and the schema of each topic", async () => {
    const address = `kafka://${broker.address}/bank`;
    await feed(address);
    for (const table of tables) {
      const records = await broker.records(`bank.${table}`);
      const rows = records.map(({ value }) => JSON.parse(value) as object);
      expect([table, ...sorted(rows)]).toEqual([table, ...sorted(expected.get(table) ?? [])]);
      expect(new Set(records.map(({ key }) => key)).size).toBe(records.length);
    }
    const schemas = new Map((await broker.records("bank.schemas")).map(({ key, value }) => [key, JSON.parse(value)]));
    expect(Object.keys(schemas.get("bank.blocks").properties)).toEqual(Object.keys(expected.get("blocks")?.[0] ?? {}));
    await refusesOthers(address);
  });

  it("has the schema of a topic that was made by a run which ended before its first rows", async () => {
    const table = blocksTable;
    const row = table.columns.map(({ name }) => (/^(?:number|time)$/.test(name) ? 1 : null));
    const at = { chainId: "chain0", groupId: "group0", suite: "standard", genesis: "", from: 1, next: 2, hash: "" };
    const write = async (rows: (typeof row)[]): Promise<void> => {
      const sink = await openSink(sinkTarget(`kafka://${broker.address}/torn`));
      try {
        await sink.position();
        await sink.write([{ table, rows }], at);
      } finally {
        await sink.close();
      }
    };
    const broken = Object.defineProperty([row], 0, {
      get: () => {
        throw new Error("ended");
      },
    });
    await expect(write(broken)).rejects.toThrow("ended");
    expect(await broker.topics()).toContain("torn.blocks");
    await write([row]);
    expect((await broker.records("torn.schemas")).map(({ key }) => key)).toEqual(["torn.blocks"]);
    expect((await broker.records("torn.blocks")).map(({ key }) => key)).toEqual(["1"]);
  });

  it("has each committed row once, whoever was killed", () => isWholeAfterKills(kafkaTrial(broker, "killed")));

  it.each(["plain", "scram-sha-256", "scram-sha-512", ""])("takes rows of a user over TLS (%s)", async (mechanism) => {
    const root = join(folder, "authority.pem");
    writeFileSync(root, authority.pem);
    const prefix = `user-${mechanism}`;
    const address = `kafkas://${access.user}@${broker.secure}/${prefix}?sslrootcert=${encodeURIComponent(root)}${mechanism && `&sasl=${mechanism}`}`;
    const sink = await openSink(sinkTarget(address, access.password));
    await new GroupFeeder(syntheticChain({ blocks: 5, ofBlock: 2 }), sink, { given: [syntheticToken] }).run();
    await sink.close();
    expect(await broker.records(`${prefix}.transactions`)).toHaveLength(8);
    const wrong = await openSink(sinkTarget(address, "another-secret"));
    const failure: unknown = await wrong.position().catch((error: unknown) => error);
    await wrong.close();
    expect(failure).toMatchObject({ code: "historyDatabaseDenied" });
    expect(inspect(failure, { depth: 9 })).not.toMatch(/another-secret|localhost/);
  });

  it("is not spoken to where its certificate is another authority's", async () => {
    const sink = await openSink(sinkTarget(`kafkas://${access.user}@${broker.secure}/foreign`, access.password));
    await expect(sink.position()).rejects.toMatchObject({
      code: "historyDatabaseAway",
      message: expect.stringMatching(/CERT|SIGN/),
    });
    await sink.close();
  });

  it("takes nothing from a writer whose place another took", async () => {
    const address = `kafka://${broker.address}/fenced`;
    const own = syntheticChain({ blocks: 12, ofBlock: 2 });
    const first = await openSink(sinkTarget(address));
    await first.position();
    const second = await openSink(sinkTarget(address));
    await new GroupFeeder(own, second, { given: [syntheticToken] }).run();
    const position = { chainId: "c", groupId: "g", suite: "sm", genesis: "", from: 0, next: 1, hash: "0x" };
    await expect(first.write([], position)).rejects.toMatchObject({ code: "historyDatabaseAway" });
    for (const sink of [first, second]) await sink.close();
    expect(await broker.records("fenced.transactions")).toHaveLength(22);
  });
});

// its engine is half a gigabyte: who changes this sink asks for it
const isWanted = process.env["CHAINSIDE_TEST_CLICKHOUSE"] !== undefined;
describe.skipIf(!isWanted || !hasPython())("ClickHouse", () => {
  let server: Clickhouse;
  beforeAll(async () => {
    server = await startClickhouse();
  });
  afterAll(() => server.close());

  const milli = (name: string): string => `toUnixTimestamp64Milli(${name}) AS ${name}`;
  const times = (table: string): string =>
    [milli("time"), ...(table === "transactions" ? [milli("import_time")] : [])].join(", ");

  it("has the rows of an index, by month", async () => {
    const address = `clickhouse://${server.address}/bank`;
    await feed(address);
    for (const table of tables) {
      const rows = await server.ask("bank", `SELECT * REPLACE (${times(table)}) FROM \`${table}\` FINAL`);
      expect([table, ...sorted(rows)]).toEqual([table, ...sorted(expected.get(table) ?? [])]);
    }
    await refusesOthers(address);
    await expect(server.ask("bank", "SELECT nothing FROM blocks")).rejects.toThrow("UNKNOWN_IDENTIFIER");
  });

  it("has each row once, whoever was killed", () => isWholeAfterKills(clickhouseTrial(server, "killed")));
});

describe("ClickHouse over TLS", () => {
  const authority = createAuthority("clickhouse-authority");
  const { pem: cert, keyPem: key } = createCertificate(authority, "localhost");
  const asked: { readonly url: string; readonly user: string }[] = [];
  const server = createServer({ cert, key }, (request, response) => {
    asked.push({ url: request.url ?? "", user: String(request.headers["x-clickhouse-user"]) });
    request.resume().on("end", () => response.end());
  });
  beforeAll(async () => {
    await once(server.listen(0, "127.0.0.1"), "listening");
  });
  afterAll(() => server.close());

  /** Whether a server with that authority's certificate is asked. */
  const reach = async (file: string, pem: string | undefined): Promise<unknown> => {
    const { port } = server.address() as AddressInfo;
    if (pem !== undefined) writeFileSync(join(folder, file), pem);
    const root = pem === undefined ? "" : `?sslrootcert=${join(folder, file)}`;
    const sink = await openSink(sinkTarget(`clickhouses://me:kept@localhost:${port}/bank${root}`));
    return sink.position().finally(() => sink.close());
  };

  it("asks a server whose certificate the named CA has issued, and no other", async () => {
    expect(await reach("ca.pem", authority.pem)).toBeUndefined();
    const count = asked.length;
    expect(asked.map(({ url }) => new URL(url, "https://localhost").searchParams.get("database"))).toEqual(
      Array.from({ length: count }, () => "bank"),
    );
    expect(asked[0]?.user).toBe("me");
    const away = expect.objectContaining({ code: "historyDatabaseAway" });
    await expect(reach("none", undefined)).rejects.toEqual(away);
    await expect(reach("other.pem", createAuthority().pem)).rejects.toEqual(away);
    expect(asked).toHaveLength(count);
  });
});

describe("addresses of sinks", () => {
  it.each([
    ["kafka://a,b:9/p", ["a:9092", "b:9"], "p", ""],
    ["kafkas://me@[::1]/p.q", ["[::1]:9093"], "p.q", "me"],
    ["clickhouse://me:s%40@host:80/db", ["host:80"], "db", "me"],
    ["parquet:some/folder", [], "some/folder", ""],
    ["kafkas://me@host/p?sasl=plain", ["host:9093"], "p", "me"],
    ["kafka://me@127.0.0.1/p?sasl=plain", ["127.0.0.1:9092"], "p", "me"],
  ])("reads %s", (word, hosts, name, user) => expect(sinkTarget(word)).toMatchObject({ hosts, name, user }));

  it.each([
    ...["kafka://host", "kafka:///p", "clickhouse://h/a/b", "parquet:", "kafka://h/%zz", "kafka://a b/p"],
    ...["kafka://me@host/p?sasl=plain", "kafka://host/p?sasl=plain", "kafkas://me@host/p?sasl=gssapi"],
    ...["kafka://host/p?sslrootcert=x", "kafkas://host/p?sslrootcert=/none", "clickhouse://me@host/d?sasl=plain"],
  ])("refuses %s without repeating it", (word) =>
    expect(() => sinkTarget(word)).toThrow(expect.objectContaining({ code: "historyDatabaseUrl" })),
  );
});
