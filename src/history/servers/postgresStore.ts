import { finished } from "node:stream/promises";
import type { Client } from "pg";
import { minuteMs } from "../../time/units";
import { insertInto, type Merges, type Table } from "../store/dialect";
import {
  type HistoryStore,
  makeTables,
  type StoredRow,
  type StoredValue,
  type StoreTransaction,
  withoutNull,
} from "../store/historyStore";
import type { DatabaseTarget } from "./databaseTarget";
import { arrayType, postgresDialect } from "./postgresDialect";
import { openPostgres, postgresTrouble } from "./postgresSession";
import { numbered, OneByOne, piecesOf } from "./serverValues";

/** How long another writer is waited for, and how long a transaction may lie still before its connection is ended. */
const timeoutMs = minuteMs;
const stillMs = 300_000;
/** The first half of the advisory locks' key: "chai". The second is the schema's. */
const lockClass = 0x63686169;
const escapes: Readonly<Record<string, string>> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** A value as `COPY` has it in its text form. */
function copied(value: StoredValue): string {
  if (value === null) return "\\N";
  if (typeof value === "string") return withoutNull(value).replace(/[\\\n\r\t]/g, (sign) => escapes[sign] ?? sign);
  if (value instanceof Uint8Array)
    return `\\\\x${Buffer.from(value.buffer, value.byteOffset, value.length).toString("hex")}`;
  return String(value);
}

/** A value as the driver takes it. */
function bound(value: StoredValue): unknown {
  if (typeof value === "string") return withoutNull(value);
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.length);
  return typeof value === "bigint" ? String(value) : value;
}

/** An index in a schema of PostgreSQL. */
export class PostgresStore implements HistoryStore {
  readonly dialect = postgresDialect;
  readonly #turns = new OneByOne();
  #client: Client | undefined;

  private constructor(private readonly target: DatabaseTarget) {}

  /** @throws ChainError transport `historyDatabaseAway`; usage `historyDatabaseDenied`, `historyDatabaseRefused` */
  static async open(target: DatabaseTarget): Promise<PostgresStore> {
    const store = new PostgresStore(target);
    await store.#turns.run(() => store.#connected());
    return store;
  }

  get label(): string {
    return this.target.label;
  }

  /** The connection; a new one where the former was lost. */
  async #connected(): Promise<Client> {
    if (this.#client) return this.#client;
    const client = await openPostgres(this.target);
    client.once("end", () => {
      if (this.#client === client) this.#client = undefined;
    });
    this.#client = client;
    try {
      const { schema } = this.target;
      if (schema !== undefined) await client.query(`SET search_path TO ${postgresDialect.quoted(schema)}`);
      await client.query(
        `SET idle_in_transaction_session_timeout = ${stillMs}; SET lock_timeout = ${timeoutMs}; SET standard_conforming_strings = on`,
      );
      return client;
    } catch (error) {
      await this.#lose();
      throw postgresTrouble(error, this.target);
    }
  }

  async #lose(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => undefined);
  }

  #transaction(client: Client): StoreTransaction {
    const rows = async (sql: string, values: StoredRow = []): Promise<StoredValue[][]> => {
      const found = await client.query({ text: numbered(sql), values: values.map(bound), rowMode: "array" });
      return found.rows as StoredValue[][];
    };
    const execute = async (sql: string, values?: StoredRow): Promise<void> => void (await rows(sql, values));
    return {
      rows,
      execute,
      insert: (table, all) =>
        table.shared ? this.#put(client, table, all, postgresDialect.kept(table)) : this.#copy(client, table, all),
      merge: (table, all, merges: Merges) => this.#put(client, table, all, postgresDialect.merged(table, merges)),
      update: (table, names, all) => this.#update(client, table, names, all),
      makeTable: async (table) => {
        for (const sql of postgresDialect.createTable(table)) await execute(sql);
      },
      dropTable: ({ name }) => execute(`DROP TABLE ${postgresDialect.quoted(name)}`),
    };
  }

  async #copy(client: Client, table: Table, rows: readonly StoredRow[]): Promise<void> {
    if (rows.length === 0) return;
    const { default: copy } = await import("pg-copy-streams");
    const names = table.columns.map(({ name }) => postgresDialect.quoted(name)).join(", ");
    const stream = client.query(copy.from(`COPY ${postgresDialect.quoted(table.name)} (${names}) FROM STDIN`));
    for (const piece of piecesOf(rows)) stream.write(`${piece.map((row) => row.map(copied).join("\t")).join("\n")}\n`);
    stream.end();
    await finished(stream);
  }

  async #put(client: Client, table: Table, rows: readonly StoredRow[], rest: string): Promise<void> {
    const lists = table.columns.map((column, place) => `$${place + 1}::${arrayType(column)}`).join(", ");
    const sql = `${insertInto(postgresDialect, table)} SELECT * FROM unnest(${lists}) ${rest}`;
    for (const piece of piecesOf(rows))
      await client.query(
        sql,
        table.columns.map((_, place) => piece.map((row) => bound(row[place] ?? null))),
      );
  }

  async #update(client: Client, table: Table, names: readonly string[], rows: readonly StoredRow[]): Promise<void> {
    const all = [...names, ...table.key];
    const lists = all.map((name, place) => {
      const column = table.columns.find((each) => each.name === name);
      return `$${place + 1}::${column ? arrayType(column) : "text[]"}`;
    });
    const { quoted } = postgresDialect;
    const set = names.map((name) => `${quoted(name)} = given.${quoted(name)}`).join(", ");
    const where = table.key.map((name) => `own.${quoted(name)} = given.${quoted(name)}`).join(" AND ");
    const sql = `UPDATE ${quoted(table.name)} own SET ${set} FROM unnest(${lists.join(", ")}) AS given (${all.map(quoted).join(", ")}) WHERE ${where}`;
    for (const piece of piecesOf(rows))
      await client.query(
        sql,
        all.map((_, place) => piece.map((row) => bound(row[place] ?? null))),
      );
  }

  makeSchema(tables: readonly Table[], views: Readonly<Record<string, string>>): Promise<void> {
    return this.write(async (transaction) => {
      const { execute, rows } = transaction;
      const { schema } = this.target;
      if (schema !== undefined) await execute(`CREATE SCHEMA IF NOT EXISTS ${postgresDialect.quoted(schema)}`);
      const isChanged = await makeTables(transaction, postgresDialect, tables);
      const known = await rows("SELECT viewname FROM pg_views WHERE schemaname = current_schema()");
      for (const [name, query] of Object.entries(views)) {
        // one that is there is left alone: a query that reads it would be waited for
        if (isChanged || !known.some(([own]) => own === name)) await execute(postgresDialect.createView(name, query));
      }
    });
  }

  write<Result>(work: (transaction: StoreTransaction) => Promise<Result>): Promise<Result> {
    return this.#turns.run(() => this.#within(this.#begin("pg_advisory_xact_lock"), work));
  }

  writeBeside<Result>(work: (transaction: StoreTransaction) => Promise<Result>): Promise<Result> {
    return this.#turns.run(() => this.#within(this.#begin("pg_advisory_xact_lock_shared"), work));
  }

  /** One lock in each schema, which ends with the transaction, and that with its process. */
  #begin(lock: string): string {
    const { schema } = this.target;
    const own = schema === undefined ? "current_schema()" : `'${schema}'`;
    return `BEGIN; SELECT ${lock}(${lockClass}, hashtext(${own}))`;
  }

  read<Result>(work: (transaction: StoreTransaction) => Promise<Result>): Promise<Result> {
    return this.#turns.run(() => this.#within("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", work));
  }

  async #within<Result>(begin: string, work: (transaction: StoreTransaction) => Promise<Result>): Promise<Result> {
    const client = await this.#connected();
    try {
      await client.query(begin);
      const result = await work(this.#transaction(client));
      await client.query("COMMIT");
      return result;
    } catch (error) {
      // a connection that can't even do that is of no more use
      await client.query("ROLLBACK").catch(() => this.#lose());
      throw postgresTrouble(error, this.target);
    }
  }

  async size(): Promise<number> {
    const sql = `SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint FROM pg_class c
      JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = current_schema() AND c.relkind IN ('r', 'p')`;
    return Number(await this.read(async ({ rows }) => (await rows(sql))[0]?.[0] ?? 0));
  }

  async close(): Promise<void> {
    await this.#turns.run(() => this.#lose());
  }
}
