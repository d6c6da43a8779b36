import type { FieldPacket } from "mysql2/promise";
import { clientError } from "../../errors/clientError";
import type { EndOfRows, ResultColumn, TakeRow } from "../query/historyQueries";
import type { DatabaseTarget } from "./databaseTarget";
import { literal, type MysqlSession, mysqlTrouble, openMysql, rowOf } from "./mysqlSession";
import { readQuery, valuesOf } from "./queryText";
import { ServerQueries, type ServerQuery, wrongQuery } from "./serverQueries";
import { ColumnTypes } from "./serverValues";

/** What a query may begin with. */
const asking = new Set(["SELECT", "WITH", "VALUES", "TABLE", "SHOW", "DESCRIBE", "DESC", "EXPLAIN"]);
const timeOver = new Set([3024, 1969, 1317]);

/** The driver's connection below its promises: the one that hands rows over as they come. */
interface StreamingConnection {
  query(sql: string): {
    on(event: "fields", listener: (fields: FieldPacket[]) => void): unknown;
    stream(options: object): AsyncIterable<unknown[]>;
  };
}

/** What lets a query write or read files of the server, which a transaction that reads only doesn't keep it from. */
function fileRightIn(grant: string): string | undefined {
  const words = grant.toUpperCase();
  const end = words.indexOf(" ON *.*");
  if (!words.startsWith("GRANT ") || end < 0) return undefined;
  const rights = words.slice("GRANT ".length, end).split(",");
  return rights.map((right) => right.trim()).find((right) => /^(?:FILE|ALL(?: PRIVILEGES)?)$/.test(right));
}

/**
 * The right by which the account of a session may use files of the server, roles that are on included; undefined without one. A server that
 * doesn't tell its rights gives all of them.
 */
async function fileRightOf({ connection, isMariaDb }: MysqlSession): Promise<string | undefined> {
  const textsOf = async (sql: string): Promise<string[]> => {
    const [rows] = (await connection.query(sql)) as unknown as [unknown[][], unknown];
    return rows.map(([text]) => String(text ?? ""));
  };
  // MariaDB names the rights of the role that is on by itself; MySQL before 8 has no roles
  const [roles = "NONE"] = isMariaDb ? [] : await textsOf("SELECT CURRENT_ROLE()").catch(() => []);
  try {
    const grants = await textsOf(roles === "NONE" ? "SHOW GRANTS" : `SHOW GRANTS FOR CURRENT_USER() USING ${roles}`);
    if (grants.length === 0) return "SHOW GRANTS";
    return grants.map(fileRightIn).find((right) => right !== undefined);
  } catch (error) {
    return String((error as { readonly code?: unknown }).code ?? "SHOW GRANTS");
  }
}

/**
 * An index in MySQL or MariaDB that is asked, in a transaction that the server lets read only, by an account that has no right to files of
 * the server.
 */
export class MysqlQueries extends ServerQueries {
  #session: MysqlSession | undefined;

  /** @throws ChainError as `openMysql` */
  static async open(target: DatabaseTarget): Promise<MysqlQueries> {
    const queries = new MysqlQueries(target);
    await queries.#connected();
    return queries;
  }

  async #connected(): Promise<MysqlSession> {
    if (this.#session) return this.#session;
    const session = await openMysql(this.target);
    const right = await fileRightOf(session);
    if (right !== undefined) {
      session.connection.destroy();
      throw clientError("historyFileRight", { database: this.target.label, right });
    }
    await session.connection.query("SET SESSION TRANSACTION READ ONLY");
    this.#session = session;
    return session;
  }

  protected async run({ sql, parameters, timeMs }: ServerQuery, take: TakeRow): Promise<EndOfRows> {
    const text = readQuery(sql, "mysql");
    if (!asking.has(text.first)) throw clientError("historyQueryWrites", { what: text.first });
    // said here in words that help; what keeps a query from files is that its account has no right to them
    if (text.words.has("INTO")) throw clientError("historyQueryWrites", { what: "INTO" });
    const values = valuesOf(text, parameters);
    const asked = text.pieces
      .map((piece, at) => (at === 0 ? piece : `${literal(values[at - 1] ?? null)}${piece}`))
      .join("");
    const { connection, isMariaDb } = await this.#connected();
    await connection.query(
      isMariaDb
        ? `SET SESSION max_statement_time = ${timeMs / 1000}`
        : `SET SESSION max_execution_time = ${Math.ceil(timeMs)}`,
    );
    await connection.query("START TRANSACTION READ ONLY");
    let isWhole = false;
    try {
      const types = new ColumnTypes();
      const [made] = (await connection.query("SHOW TABLES LIKE 'decoded_tables'")) as unknown as [unknown[]];
      if (made.length > 0) {
        const [rows] = (await connection.query("SELECT name, columns FROM decoded_tables")) as unknown as [string[][]];
        types.add(rows);
      }
      const query = (connection as unknown as { readonly connection: StreamingConnection }).connection.query(asked);
      let fields: FieldPacket[] = [];
      query.on("fields", (found) => {
        fields = found;
      });
      let columns: ResultColumn[] | undefined;
      for await (const row of query.stream({ highWaterMark: 1000 })) {
        columns ??= columnsOf(fields, types);
        if (!take(rowOf(row, fields), columns)) return { columns, more: true };
      }
      isWhole = true;
      return { columns: columns ?? columnsOf(fields, types), more: false };
    } finally {
      // what is left of a result would have to be read before anything else is asked
      if (isWhole) await connection.query("ROLLBACK").catch(() => this.close());
      else await this.close();
    }
  }

  protected trouble(error: unknown, { timeMs }: ServerQuery): unknown {
    const { errno = 0, message = "" } = error as { readonly errno?: number; readonly message?: string };
    if (timeOver.has(errno)) return clientError("historyQueryTime", { seconds: timeMs / 1000 });
    if (errno === 1792) return clientError("historyQueryWrites", { what: message });
    if (errno === 1064 && /near ';/.test(message)) return clientError("historyQueryMany");
    return wrongQuery(mysqlTrouble(error, this.target));
  }

  async close(): Promise<void> {
    this.#session?.connection.destroy();
    this.#session = undefined;
  }
}

function columnsOf(fields: readonly FieldPacket[], types: ColumnTypes): ResultColumn[] {
  return fields.map(({ name, orgTable, orgName }) => {
    const type = orgTable && orgName ? types.of(orgTable, orgName) : undefined;
    return type === undefined ? { name } : { name, type };
  });
}
