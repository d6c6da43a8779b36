import { existsSync, lstatSync } from "node:fs";
import { createContext, Script } from "node:vm";
import type { BindingSpec, PreparedStatement } from "@sqlite.org/sqlite-wasm";
import { ChainError } from "../../errors/chainError";
import { clientError } from "../../errors/clientError";
import { toChainError } from "../../errors/dictionary";
import { leaveSqlite } from "../sqlite/nodeFiles";
import { SqliteConnection } from "../sqlite/sqliteConnection";
import { isLeft } from "../sqlite/sqliteModule";
import { sqliteTrouble } from "../sqlite/sqliteStore";
import type { ColumnType } from "../store/dialect";
import type { StoredValue } from "../store/historyStore";
import {
  type EndOfRows,
  type HistoryQueries,
  keptRows,
  maxQueryLength,
  type QueryOptions,
  type QueryResult,
  type ResultColumn,
  type TakeRow,
  usualTimeMs,
} from "./historyQueries";
import { addQueryFunctions } from "./sqliteFunctions";

/** Longest text or bytes of one value; memory of SQLite with everything that it sorts. */
const maxValueBytes = 64 * 1024 * 1024;
const maxMemory = 256 * 1024 * 1024;
/** A query has so long to end by itself after its time; longer than any timer of Node.js none takes. */
const [graceMs, maxTimeMs] = [1000, 2 ** 31 - 1];
/** Runs a function that can be ended amid its work. */
const callIt = new Script("work()");
/** Where it runs. Making such a place takes ten times as long as a short question. */
const room: { work?: () => unknown } = createContext({});
/** Steps of SQLite's machine between two looks at the clock: some milliseconds. */
const stepsBetweenLooks = 20_000;

const declared: Readonly<Record<string, ColumnType>> = {
  INTEGER: "int",
  TIMEINT: "time",
  BOOLINT: "bool",
  TEXT: "text",
  JSONTEXT: "json",
  BIGTEXT: "big",
  BLOB: "blob",
};

/** What a column is declared as: its type here; undefined for other words. */
export const columnTypeOf = (word: string): ColumnType | undefined =>
  Object.hasOwn(declared, word) ? declared[word] : undefined;

/** It is an error of the other context, whose `Error` isn't ours. */
const isTimeout = (thrown: unknown): boolean =>
  typeof thrown === "object" && thrown !== null && "code" in thrown && thrown.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";

/** What is known of a query before it runs. */
interface QueryCheck {
  /** Names of its parameters, without the colon, each once. */
  readonly parameters: readonly string[];
  /** Why it can't run. */
  readonly problem?: ChainError;
  /** Where SQLite stopped reading, in characters (UTF-16); undefined where it doesn't say. */
  readonly at?: number;
}

/** What a query may ask SQLite about its tables; everything else of PRAGMA is refused. */
const readingPragmas = new Set(["table_info", "table_xinfo", "table_list", "index_list", "index_info", "index_xinfo"]);

/** A database file that is only read: nothing that is asked can change it, open another file, or run for ever. */
export class SqliteQueries implements HistoryQueries {
  #deadline = 0;
  #refused: string | undefined;

  private constructor(
    private readonly path: string,
    private readonly connection: SqliteConnection,
  ) {}

  /**
   * Opens an index to ask it. What a killed indexer left half written is undone first.
   * @throws ChainError usage `historyNotIndex`, `historyBusy`, `historyUnwritable`
   */
  static async open(path: string): Promise<SqliteQueries> {
    if (!existsSync(path)) throw clientError("historyNotIndex", { path });
    try {
      if (isBegun(path)) await undoBegun(path);
      const connection = await SqliteConnection.open(path, "read");
      const queries = new SqliteQueries(path, connection);
      queries.#guard();
      return queries;
    } catch (error) {
      throw sqliteTrouble(error, path);
    }
  }

  /**
   * Rows up to a number.
   * @throws ChainError usage `historyQueryWrong`, `historyQueryWrites`, `historyQueryMany`, `historyQueryTime`, `historyQueryMemory`,
   * `historyBusy`
   */
  ask(sql: string, max: number, options: QueryOptions = {}): QueryResult {
    const { rows, take } = keptRows(max);
    return { ...this.each(sql, options, take), rows };
  }

  /** Hands each row over until that says false; then there are more. @throws as `ask` */
  each(sql: string, { parameters = {}, timeMs = usualTimeMs }: QueryOptions, take: TakeRow): EndOfRows {
    this.#refused = undefined;
    this.#deadline = performance.now() + timeMs;
    return this.#withinTime(timeMs, () => this.#run(sql, parameters, timeMs, take));
  }

  #run(sql: string, parameters: Readonly<Record<string, string | number>>, timeMs: number, take: TakeRow): EndOfRows {
    let statement: PreparedStatement | undefined;
    try {
      this.#requireOne(sql);
      statement = this.connection.database.prepare(sql);
      // what gives no columns does something: VACUUM asks no authorizer before it begins
      if (statement.columnCount === 0) throw writing(sql);
      this.#bind(statement, parameters);
      const columns = this.#columns(statement);
      while (statement.step()) if (!take(statement.get([]) as StoredValue[], columns)) return { columns, more: true };
      return { columns, more: false };
    } catch (error) {
      throw this.#trouble(error, timeMs);
    } finally {
      statement?.finalize();
    }
  }

  /**
   * Ends what SQLite doesn't end by itself, because it looks at the clock between its steps alone, and one step may take hours (`instr` of
   * long texts). What was ended within a step is left for good: the next index is opened by another SQLite.
   */
  #withinTime<Result>(timeMs: number, work: () => Result): Result {
    if (isLeft(this.connection.sqlite)) throw clientError("historyBusy", { path: this.path });
    const timeout = Math.min(timeMs + graceMs, maxTimeMs);
    try {
      room.work = work;
      return callIt.runInContext(room, { timeout }) as Result;
    } catch (error) {
      if (!isTimeout(error)) throw error;
      leaveSqlite(this.connection.sqlite);
      throw clientError("historyQueryTime", { seconds: timeMs / 1000 }, { cause: error });
    } finally {
      delete room.work;
    }
  }

  /** Reads a query without running it. */
  check(sql: string): QueryCheck {
    const { sqlite, database } = this.connection;
    const parameters = new Set<string>();
    this.#refused = undefined;
    this.#deadline = performance.now() + usualTimeMs;
    if (isLeft(sqlite)) throw clientError("historyBusy", { path: this.path });
    let statement: PreparedStatement | undefined;
    try {
      this.#requireOne(sql);
      statement = database.prepare(sql);
      if (statement.columnCount === 0) throw writing(sql);
      for (let at = 1; at <= statement.parameterCount; at++)
        parameters.add((sqlite.capi.sqlite3_bind_parameter_name(statement, at) ?? "?").slice(1));
      return { parameters: [...parameters] };
    } catch (error) {
      const byte = error instanceof ChainError ? -1 : sqlite.capi.sqlite3_error_offset(database);
      const problem = toChainError(this.#trouble(error, usualTimeMs));
      const at = byte < 0 ? undefined : Buffer.from(sql).subarray(0, byte).toString().length;
      return { parameters: [], problem, ...(at === undefined ? {} : { at }) };
    } finally {
      statement?.finalize();
    }
  }

  close(): void {
    if (!isLeft(this.connection.sqlite)) this.connection.close();
  }

  #guard(): void {
    const { sqlite, database } = this.connection;
    const { capi } = sqlite;
    for (const pragma of ["temp_store = memory", "cache_size = -16384", "trusted_schema = off", "query_only = on"])
      this.connection.execute(`PRAGMA ${pragma}`);
    this.connection.rows(`PRAGMA hard_heap_limit = ${maxMemory}`);
    addQueryFunctions(sqlite, database);
    capi.sqlite3_limit(database, capi.SQLITE_LIMIT_ATTACHED, 0);
    capi.sqlite3_limit(database, capi.SQLITE_LIMIT_LENGTH, maxValueBytes);
    capi.sqlite3_limit(database, capi.SQLITE_LIMIT_SQL_LENGTH, maxQueryLength);
    const allowed = new Set<number>([capi.SQLITE_SELECT, capi.SQLITE_READ, capi.SQLITE_RECURSIVE]);
    capi.sqlite3_set_authorizer(
      database,
      (_, action, one, other) => {
        if (allowed.has(action)) return capi.SQLITE_OK;
        if (action === capi.SQLITE_FUNCTION && other !== "load_extension") return capi.SQLITE_OK;
        if (action === capi.SQLITE_PRAGMA && readingPragmas.has(String(one).toLowerCase())) return capi.SQLITE_OK;
        this.#refused = capi.sqlite3_js_rc_str(action) ?? actionNames[action] ?? String(action);
        return capi.SQLITE_DENY;
      },
      0,
    );
    capi.sqlite3_progress_handler(database, stepsBetweenLooks, () => (performance.now() > this.#deadline ? 1 : 0), 0);
  }

  /** What comes behind the first statement is nothing but blanks and comments. */
  #requireOne(sql: string): void {
    const { sqlite, database } = this.connection;
    const { capi, wasm } = sqlite;
    if (sql.length > maxQueryLength) throw clientError("historyQueryWrong", { reason: "string or blob too big" });
    const scope = wasm.scopedAllocPush();
    try {
      const pointers = wasm.scopedAlloc(16);
      let [text, length] = wasm.scopedAllocCString(sql, true) as unknown as [number, number];
      for (let count = 0; length > 0; ) {
        const code = capi.sqlite3_prepare_v2(database, text, length + 1, pointers, pointers + 8);
        if (code !== capi.SQLITE_OK) sqlite.oo1.DB.checkRc(database, code);
        const statement = wasm.peekPtr(pointers) as number;
        if (statement) {
          capi.sqlite3_finalize(statement);
          count += 1;
        }
        if (count > 1) throw clientError("historyQueryMany");
        const rest = wasm.peekPtr(pointers + 8) as number;
        [text, length] = [rest, length - (rest - text)];
        if (!statement) {
          if (count === 0) throw clientError("historyQueryWrong", { reason: "nothing is asked" });
          return;
        }
      }
    } finally {
      wasm.scopedAllocPop(scope);
    }
  }

  #bind(statement: PreparedStatement, parameters: Readonly<Record<string, string | number>>): void {
    const values: Record<string, string | number> = {};
    const { capi } = this.connection.sqlite;
    for (let at = 1; at <= statement.parameterCount; at++) {
      const name = capi.sqlite3_bind_parameter_name(statement, at) ?? "?";
      const value = Object.hasOwn(parameters, name.slice(1)) ? parameters[name.slice(1)] : undefined;
      if (value === undefined) throw clientError("historyQueryWrong", { reason: `no value for ${name}` });
      values[name] = value;
    }
    if (statement.parameterCount > 0) statement.bind(values as BindingSpec);
  }

  #columns(statement: PreparedStatement): ResultColumn[] {
    const { capi } = this.connection.sqlite;
    return statement.getColumnNames([]).map((name, at) => {
      const type = columnTypeOf(capi.sqlite3_column_decltype(statement, at) ?? "");
      return type === undefined ? { name } : { name, type };
    });
  }

  #trouble(error: unknown, timeMs: number): unknown {
    if (!(error instanceof Error) || error.name !== "SQLite3Error") return error;
    const { resultCode = 0 } = error as Error & { resultCode?: number };
    switch (resultCode & 0xff) {
      case 9: // SQLITE_INTERRUPT
        return clientError("historyQueryTime", { seconds: timeMs / 1000 }, { cause: error });
      case 7: // SQLITE_NOMEM
      case 18: // SQLITE_TOOBIG
        return clientError("historyQueryMemory", {}, { cause: error });
      case 23: // SQLITE_AUTH
        return clientError("historyQueryWrites", { what: this.#refused ?? "" }, { cause: error });
      case 1: // SQLITE_ERROR
      case 20: // SQLITE_MISMATCH
      case 25: // SQLITE_RANGE
        return clientError("historyQueryWrong", { reason: error.message.replace(/^.*?: (?=.)/, "") }, { cause: error });
      default:
        return sqliteTrouble(error, this.path);
    }
  }
}

function writing(sql: string): ChainError {
  const [what = ""] = /^[A-Za-z]+/.exec(sql.trim()) ?? [];
  return clientError("historyQueryWrites", { what: what.toUpperCase() });
}

/** Words for what a query asked to do (the numbers of SQLite's authorizer, which are its interface). */
const actionNames: Readonly<Record<number, string>> = {
  1: "CREATE INDEX",
  2: "CREATE TABLE",
  4: "CREATE TEMP TABLE",
  6: "CREATE TEMP VIEW",
  7: "CREATE TRIGGER",
  8: "CREATE VIEW",
  9: "DELETE",
  10: "DROP INDEX",
  11: "DROP TABLE",
  17: "DROP VIEW",
  18: "INSERT",
  19: "PRAGMA",
  22: "TRANSACTION",
  23: "UPDATE",
  24: "ATTACH",
  25: "DETACH",
  26: "ALTER TABLE",
  27: "REINDEX",
  28: "ANALYZE",
  31: "load_extension",
  32: "SAVEPOINT",
};

/** Whether an indexer is at work in it, or was ended there. */
function isBegun(path: string): boolean {
  const journal = lstatSync(`${path}-journal`, { throwIfNoEntry: false });
  return journal?.isFile() === true && journal.size > 0;
}

/** The next connection that may write undoes what was begun: reading alone can't. */
async function undoBegun(path: string): Promise<void> {
  const connection = await SqliteConnection.open(path, "write");
  try {
    connection.rows("SELECT count(*) FROM sqlite_master");
  } finally {
    connection.close();
  }
}
