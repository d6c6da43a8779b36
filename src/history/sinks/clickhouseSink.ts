import type { ClickHouseClient } from "@clickhouse/client";
import { ChainError } from "../../errors/chainError";
import { clientError } from "../../errors/clientError";
import { rowObject } from "../export/jsonLines";
import type { Column, Table } from "../store/dialect";
import type { HistorySink, SinkPosition, TableRows } from "../store/historySink";
import type { StoredValue } from "../store/historyStore";
import type { SinkTarget } from "./sinkTarget";

const requestMs = 120_000;
/** Wide integers are decimal digits, bytes hex: `toUInt256(value)`, `unhex(substring(data, 3))`. */
const types: Readonly<Record<Column["type"], string>> = {
  int: "Int64",
  time: "DateTime64(3, 'UTC')",
  bool: "Bool",
  text: "String",
  json: "String",
  big: "String",
  blob: "String",
};
const quoted = (name: string): string => `\`${name.replaceAll("\\", "\\\\").replaceAll("`", "\\`")}\``;
const positionTable = "chainside_position";

/** The first moment that DateTime64 surely has, and the one behind its last: a node may tell a time that no clock knows. */
const [minTime, maxTime] = [Date.UTC(1900, 0, 1), Date.UTC(2300, 0, 1)];

/** A time in UTC as its column reads it; all else as it is. */
function timed(value: StoredValue, column: Column | undefined): StoredValue {
  if (column?.type !== "time" || value === null) return value;
  return new Date(Math.min(maxTime - 1, Math.max(minTime, Number(value)))).toISOString().slice(0, -1).replace("T", " ");
}

/** The statement that makes a table. */
function clickhouseTable(table: Table): string {
  const lines = table.columns.map(({ name, type, optional }) => {
    return `${quoted(name)} ${optional ? `Nullable(${types[type]})` : types[type]}`;
  });
  return `CREATE TABLE IF NOT EXISTS ${quoted(table.name)} (${lines.join(", ")}) ENGINE = ReplacingMergeTree
    PARTITION BY toYYYYMM(time) ORDER BY (${table.key.map(quoted).join(", ")})`;
}

/**
 * Tables of ClickHouse that take the last row of each key, partitioned by month. There are no transactions: rows are written first, then
 * how far they go. What a writer that ended had written is written again and takes the place of the same rows (`FINAL`).
 */
export class ClickhouseSink implements HistorySink {
  readonly #made = new Set<string>();

  private constructor(
    private readonly target: SinkTarget,
    private readonly client: ClickHouseClient,
  ) {}

  static async open(target: SinkTarget): Promise<ClickhouseSink> {
    const { default: clickhouse } = await import("@clickhouse/client");
    const { createClient, ClickHouseLogLevel } = clickhouse;
    const { hosts, name, user, password, isTls, ca } = target;
    const client = createClient({
      ...{ url: `${isTls ? "https" : "http"}://${hosts[0]}`, database: name, request_timeout: requestMs },
      ...(user === "" ? {} : { username: user }),
      ...(password === undefined ? {} : { password }),
      ...(ca === undefined ? {} : { tls: { ca_cert: Buffer.from(ca) } }),
      ...{ application: "chainside", compression: { request: false, response: false } },
      // what it would write for itself has addresses in it
      log: { level: ClickHouseLogLevel.OFF },
    });
    return new ClickhouseSink(target, client);
  }

  get label(): string {
    return this.target.label;
  }

  async #tried<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      throw this.#trouble(error);
    }
  }

  #trouble(error: unknown): unknown {
    if (error instanceof ChainError || !(error instanceof Error)) return error;
    const { code = "", type } = error as Error & { readonly code?: string; readonly type?: string };
    const { label: database } = this;
    // AUTHENTICATION_FAILED, REQUIRED_PASSWORD, ACCESS_DENIED
    if (["516", "194", "497"].includes(code)) return clientError("historyDatabaseDenied", { database });
    // NOT_ENOUGH_SPACE
    if (code === "243") return clientError("historyDiskFull", { path: database });
    if (type !== undefined && /^\d+$/.test(code))
      return clientError("historyDatabaseRefused", { database, reason: error.message });
    return clientError("historyDatabaseAway", { database, reason: /^[A-Z_]+$/.test(code) ? code : "connection" });
  }

  async #command(query: string): Promise<void> {
    await this.client.command({ query });
  }

  async position(): Promise<SinkPosition | undefined> {
    return this.#tried(async () => {
      const columns = ["chain_id", "group_id", "suite", "genesis", "hash"].map((name) => `${name} String`).join(", ");
      await this.#command(
        `CREATE TABLE IF NOT EXISTS ${positionTable} (id UInt8, ${columns}, first Int64, next Int64)
          ENGINE = ReplacingMergeTree(next) ORDER BY id`,
      );
      const answer = await this.client.query({
        query: `SELECT chain_id, group_id, suite, genesis, hash, toString(first) AS low, toString(next) AS upper
          FROM ${positionTable} ORDER BY next DESC LIMIT 1`,
        format: "JSONEachRow",
      });
      const [row] = await answer.json<Readonly<Record<string, string>>>();
      if (!row) return undefined;
      const of = (name: string): string => row[name] ?? "";
      return {
        ...{ chainId: of("chain_id"), groupId: of("group_id"), suite: of("suite"), genesis: of("genesis") },
        ...{ hash: of("hash"), from: Number(row["low"]), next: Number(row["upper"]) },
      };
    });
  }

  async write(all: readonly TableRows[], position: SinkPosition): Promise<void> {
    await this.#tried(async () => {
      for (const { table, rows } of all) {
        if (!this.#made.has(table.name)) await this.#command(clickhouseTable(table));
        this.#made.add(table.name);
        const values = rows.map((row) =>
          rowObject(
            row.map((value, place) => timed(value, table.columns[place])),
            table.columns,
          ),
        );
        await this.client.insert({ table: quoted(table.name), values, format: "JSONEachRow" });
      }
      const { chainId, groupId, from, ...rest } = position;
      const row = { id: 1, chain_id: chainId, group_id: groupId, first: from, ...rest };
      await this.client.insert({ table: positionTable, values: [row], format: "JSONEachRow" });
    });
  }

  /** What was written is there. */
  async flush(): Promise<void> {
    return;
  }

  close(): Promise<void> {
    return this.client.close();
  }
}
