import type { SqliteQueries } from "../../src/history/query/sqliteQuery";

/** A row by the names of its columns; blobs as hex, lists and structs as what their JSON says. */
export type Row = Readonly<Record<string, unknown>>;

const jsonColumns = new Set(["nodes", "weights", "signers", "arguments"]);

function plain(column: string, value: unknown): unknown {
  if (value instanceof Uint8Array) return `0x${Buffer.from(value).toString("hex")}`;
  if (typeof value === "bigint") return Number(value);
  return jsonColumns.has(column) && typeof value === "string" ? JSON.parse(value) : value;
}

export function rowsOf(queries: SqliteQueries, sql: string): Row[] {
  const { columns, rows } = queries.ask(sql, 1_000_000);
  return rows.map((row) => Object.fromEntries(columns.map(({ name }, at) => [name, plain(name, row[at])])));
}
