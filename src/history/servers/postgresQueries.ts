import type { Client, FieldDef } from "pg";
import { clientError } from "../../errors/clientError";
import type { EndOfRows, ResultColumn, TakeRow } from "../query/historyQueries";
import type { StoredValue } from "../store/historyStore";
import type { DatabaseTarget } from "./databaseTarget";
import { postgresDialect } from "./postgresDialect";
import { openPostgres, postgresTrouble } from "./postgresSession";
import { readQuery, valuesOf } from "./queryText";
import { ServerQueries, type ServerQuery, wrongQuery } from "./serverQueries";
import { ColumnTypes } from "./serverValues";

const pageRows = 1000;

/** By what an account may read or write files of the server, which a transaction that reads only doesn't keep a function from. */
async function fileRightOf(client: Client): Promise<string | undefined> {
  const { rows } = await client.query(
    `SELECT CASE WHEN u.rolsuper THEN 'SUPERUSER' ELSE (
       SELECT min(r.rolname) FROM pg_roles r
       WHERE r.rolname IN ('pg_read_server_files', 'pg_write_server_files', 'pg_execute_server_program')
         AND pg_has_role(u.oid, r.oid, 'MEMBER')) END AS found
     FROM pg_roles u WHERE u.rolname = current_user`,
  );
  const found = (rows as readonly { readonly found: string | null }[])[0]?.found;
  return found ?? undefined;
}

/**
 * An index in PostgreSQL that is asked. A query becomes that of a cursor, which takes nothing but `SELECT` and `VALUES`, in a transaction
 * that the server lets read only, and goes by the protocol that takes one statement.
 */
export class PostgresQueries extends ServerQueries {
  #client: Client | undefined;

  /** @throws ChainError as `openPostgres`; usage `historyNotIndex` */
  static async open(target: DatabaseTarget): Promise<PostgresQueries> {
    const queries = new PostgresQueries(target);
    await queries.#connected();
    return queries;
  }

  async #connected(): Promise<Client> {
    if (this.#client) return this.#client;
    const client = await openPostgres(this.target);
    const right = await fileRightOf(client);
    if (right !== undefined) {
      await client.end();
      throw clientError("historyFileRight", { database: this.target.label, right });
    }
    this.#client = client;
    client.once("end", () => {
      if (this.#client === client) this.#client = undefined;
    });
    const { schema } = this.target;
    if (schema !== undefined) await client.query(`SET search_path TO ${postgresDialect.quoted(schema)}`);
    await client.query("SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY; SET standard_conforming_strings = on");
    return client;
  }

  protected async run({ sql, parameters, timeMs }: ServerQuery, take: TakeRow): Promise<EndOfRows> {
    const text = readQuery(sql, "postgres");
    const values = valuesOf(text, parameters).map(String);
    const asked = text.pieces.map((piece, place) => (place === 0 ? piece : `$${place}${piece}`)).join("");
    if (text.first !== "SELECT" && text.first !== "VALUES" && text.first !== "WITH" && text.first !== "TABLE")
      throw clientError("historyQueryWrites", { what: text.first });
    const client = await this.#connected();
    const until = performance.now() + timeMs;
    const limit = (): string => `SET LOCAL statement_timeout = ${Math.max(1, Math.ceil(until - performance.now()))}`;
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    try {
      await client.query(limit());
      await client.query({
        text: `DECLARE asked NO SCROLL CURSOR FOR ${asked}`,
        values,
        queryMode: "extended",
      } as never);
      let columns: ResultColumn[] | undefined;
      for (;;) {
        if (performance.now() > until) throw clientError("historyQueryTime", { seconds: timeMs / 1000 });
        const page = await client.query({ text: `FETCH ${pageRows} FROM asked`, rowMode: "array" });
        columns ??= await this.#columns(client, page.fields);
        for (const row of page.rows as StoredValue[][]) if (!take(row, columns)) return { columns, more: true };
        if (page.rows.length < pageRows) return { columns, more: false };
        await client.query(limit());
      }
    } finally {
      await client.query("ROLLBACK").catch(() => this.close());
    }
  }

  /** What a column of a table holds, by which it is shown. */
  async #columns(client: Client, fields: readonly FieldDef[]): Promise<ResultColumn[]> {
    const tables = [...new Set(fields.map(({ tableID }) => tableID))].filter((id) => id !== 0);
    if (tables.length === 0) return fields.map(({ name }) => ({ name }));
    const rows = async (text: string, values: unknown[]): Promise<StoredValue[][]> =>
      (await client.query({ text, values, rowMode: "array" })).rows as StoredValue[][];
    const names = await rows(
      "SELECT a.attrelid, a.attnum, c.relname, a.attname FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid WHERE a.attrelid = ANY($1::oid[])",
      [tables],
    );
    const types = new ColumnTypes();
    const made = await rows("SELECT to_regclass('decoded_tables') IS NOT NULL", []);
    if (made[0]?.[0] === 1) {
      const own = [...new Set(names.map(([, , table]) => String(table)))];
      types.add(await rows("SELECT name, columns FROM decoded_tables WHERE lower(name) = ANY($1::text[])", [own]));
    }
    return fields.map(({ name, tableID, columnID }) => {
      const found = names.find(([table, column]) => table === tableID && column === columnID);
      const type = found && types.of(String(found[2]), String(found[3]));
      return type === undefined ? { name } : { name, type };
    });
  }

  protected trouble(error: unknown, { timeMs }: ServerQuery): unknown {
    const { code } = error as { readonly code?: string };
    if (code === "57014") return clientError("historyQueryTime", { seconds: timeMs / 1000 });
    if (code === "25006") return clientError("historyQueryWrites", { what: (error as Error).message });
    // the cursor's own words around the query
    if (code === "42601" && /multiple commands/.test((error as Error).message)) return clientError("historyQueryMany");
    if (code === "0A000" && /cursor|DECLARE/i.test((error as Error).message))
      return clientError("historyQueryWrites", { what: (error as Error).message });
    return wrongQuery(postgresTrouble(error, this.target));
  }

  async close(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => undefined);
  }
}
