import type { Database, PreparedStatement, Sqlite3Static } from "@sqlite.org/sqlite-wasm";
import { minuteMs } from "../../time/units";
import type { StoredRow, StoredValue } from "../store/historyStore";
import { nodeFilesName, registerNodeFiles } from "./nodeFiles";
import { sqliteModule } from "./sqliteModule";

const firstBuffer = 1 << 16;
/** How long a database that another has is waited for. */
const timeoutMs = minuteMs;
const encoder = new TextEncoder();

/** What a row takes at most as bytes: a character of JavaScript is up to three of UTF-8. */
function bytesOf(row: StoredRow): number {
  let bytes = 0;
  for (const value of row) {
    if (typeof value === "string") bytes += 3 * value.length;
    else if (value instanceof Uint8Array) bytes += value.length;
  }
  return bytes;
}

/** The functions of the WebAssembly that are called for every value: their wrappers in JavaScript cost more than they do. */
interface RawCalls {
  sqlite3_bind_null(statement: number, at: number): number;
  sqlite3_bind_double(statement: number, at: number, value: number): number;
  sqlite3_bind_int64(statement: number, at: number, value: bigint): number;
  sqlite3_bind_text(statement: number, at: number, text: number, length: number, free: number): number;
  sqlite3_bind_blob(statement: number, at: number, bytes: number, length: number, free: number): number;
  sqlite3_step(statement: number): number;
  sqlite3_reset(statement: number): number;
}

/** What the types leave out: a result code, and SQLite's words. */
type SqliteErrors = new (code: number, message: string) => Error;

/** One connection to a database file. Nothing in it waits for anything but locks and the disk. */
export class SqliteConnection {
  readonly #raw: RawCalls;
  readonly #statements = new Map<string, PreparedStatement>();
  #buffer: number;
  #bufferSize = firstBuffer;

  private constructor(
    readonly sqlite: Sqlite3Static,
    readonly database: Database,
  ) {
    this.#raw = sqlite.wasm.exports as RawCalls;
    this.#buffer = sqlite.wasm.alloc(firstBuffer);
  }

  /**
   * @param mode `create`: made where there is none; `write`; `read`: nothing can be written by it
   * @throws Error of SQLite
   */
  static async open(path: string, mode: "create" | "write" | "read"): Promise<SqliteConnection> {
    const sqlite = await sqliteModule();
    registerNodeFiles(sqlite);
    const flags = { create: "c", write: "w", read: "r" } as const;
    const database = new sqlite.oo1.DB(path, flags[mode], nodeFilesName);
    // another has its turn, or a program that was begun meanwhile hasn't closed yet what it inherited of the lock
    sqlite.capi.sqlite3_busy_timeout(database, timeoutMs);
    return new SqliteConnection(sqlite, database);
  }

  execute(sql: string, values: StoredRow = []): void {
    this.many(sql, [values]);
  }

  /** The same statement, prepared once for all calls with this text, for many rows. */
  many(sql: string, rows: readonly StoredRow[]): void {
    const statement = this.#prepared(sql);
    const pointer = statement.pointer as number;
    for (const row of rows) {
      this.#bind(pointer, row);
      const code = this.#raw.sqlite3_step(pointer);
      this.#raw.sqlite3_reset(pointer);
      const { capi, SQLite3Error } = this.sqlite;
      if (code !== capi.SQLITE_DONE && code !== capi.SQLITE_ROW)
        throw new (SQLite3Error as unknown as SqliteErrors)(code, capi.sqlite3_errmsg(this.database));
    }
  }

  rows(sql: string, values: StoredRow = []): StoredValue[][] {
    const statement = this.#prepared(sql);
    try {
      this.#bind(statement.pointer as number, values);
      const found: StoredValue[][] = [];
      while (statement.step()) found.push(statement.get([]) as StoredValue[]);
      return found;
    } finally {
      statement.reset();
    }
  }

  close(): void {
    for (const statement of this.#statements.values()) statement.finalize();
    this.#statements.clear();
    this.sqlite.wasm.dealloc(this.#buffer);
    this.database.close();
  }

  #prepared(sql: string): PreparedStatement {
    let statement = this.#statements.get(sql);
    if (!statement) {
      if (this.#statements.size >= maxStatements) this.#forgetOldest();
      statement = this.database.prepare(sql);
    } else this.#statements.delete(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  #forgetOldest(): void {
    const [oldest] = this.#statements;
    if (!oldest) return;
    oldest[1].finalize();
    this.#statements.delete(oldest[0]);
  }

  #bind(statement: number, row: StoredRow): void {
    const needed = bytesOf(row);
    if (needed > this.#bufferSize) {
      this.sqlite.wasm.dealloc(this.#buffer);
      this.#bufferSize = 2 * needed;
      this.#buffer = this.sqlite.wasm.alloc(this.#bufferSize);
    }
    const heap = this.sqlite.wasm.heap8u();
    let place = this.#buffer;
    for (let index = 0; index < row.length; index++) {
      const value = row[index] as StoredValue;
      const at = index + 1;
      if (value === null) this.#raw.sqlite3_bind_null(statement, at);
      else if (typeof value === "string") {
        const { written } = encoder.encodeInto(value, heap.subarray(place, this.#buffer + this.#bufferSize));
        this.#raw.sqlite3_bind_text(statement, at, place, written, 0);
        place += written;
      } else if (value instanceof Uint8Array) {
        heap.set(value, place);
        this.#raw.sqlite3_bind_blob(statement, at, place, value.length, 0);
        place += value.length;
      } else if (typeof value === "number" && !Number.isInteger(value))
        this.#raw.sqlite3_bind_double(statement, at, value);
      else this.#raw.sqlite3_bind_int64(statement, at, BigInt(value));
    }
  }
}

/** Statements that stay prepared: a chain may have thousands of tables. */
const maxStatements = 400;
