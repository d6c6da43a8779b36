import { statSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import { ChainError } from "../../errors/chainError";
import { clientError } from "../../errors/clientError";
import {
  type Column,
  type Dialect,
  type Index,
  insertInto,
  type Merges,
  onConflict,
  quotedName,
  type Table,
} from "../store/dialect";
import {
  type HistoryStore,
  makeTables,
  type StoredRow,
  type StoredValue,
  type StoreTransaction,
} from "../store/historyStore";
import { takeFileTrouble } from "./nodeFiles";
import { SqliteConnection } from "./sqliteConnection";

/**
 * Declared types, by which SQLite chooses how it stores and by which a query's results are written again (`BIGTEXT`, `TIMEINT`): names
 * with INT are integers, with TEXT texts.
 */
const types: Readonly<Record<Column["type"], string>> = {
  int: "INTEGER",
  time: "TIMEINT",
  bool: "BOOLINT",
  text: "TEXT",
  json: "JSONTEXT",
  big: "BIGTEXT",
  blob: "BLOB",
};

const list = (names: readonly string[]): string => names.map(quotedName).join(", ");

function createIndex(table: string, { columns, unique = false, where }: Index): string {
  const name = quotedName(`${table}__${columns.join("_")}`);
  const condition = where === undefined ? "" : ` WHERE ${where}`;
  return `CREATE ${unique ? "UNIQUE " : ""}INDEX IF NOT EXISTS ${name} ON ${quotedName(table)} (${list(columns)})${condition}`;
}

const sqliteDialect: Dialect = {
  ...onConflict(quotedName, { least: "min", greatest: "max" }),
  quoted: quotedName,
  // who writes in a file writes alone
  forUpdate: "",
  nowMs: "CAST(unixepoch('subsec') * 1000 AS INTEGER)",
  createView: (name, query) => `CREATE VIEW IF NOT EXISTS ${quotedName(name)} AS ${query}`,
  addColumn: (table, { name, type }) =>
    `ALTER TABLE ${quotedName(table)} ADD COLUMN ${quotedName(name)} ${types[type]}`,
  columnNames: "SELECT name FROM pragma_table_info(?)",
  createTable({ name, columns, key, indexes = [] }) {
    const [only] = key;
    const isRow = key.length === 1 && columns.some((column) => column.name === only && column.type === "int");
    const lines = columns.map((column) => {
      const isKey = isRow && column.name === only;
      return `${quotedName(column.name)} ${types[column.type]}${isKey ? " PRIMARY KEY" : column.optional ? "" : " NOT NULL"}`;
    });
    if (!isRow) lines.push(`PRIMARY KEY (${list(key)})`);
    const table = `CREATE TABLE IF NOT EXISTS ${quotedName(name)} (${lines.join(", ")})${isRow ? "" : " WITHOUT ROWID"}`;
    return [table, ...indexes.map((index) => createIndex(name, index))];
  },
};

/** Rows that are written without a pause: some milliseconds. */
const rowsAtOnce = 64;

/** What made SQLite fail, in words of ours where we have some. */
export function sqliteTrouble(error: unknown, path: string): unknown {
  const file = takeFileTrouble();
  if (file instanceof ChainError) return file;
  if (!(error instanceof Error) || error.name !== "SQLite3Error") return error;
  const { resultCode } = error as Error & { resultCode?: number };
  const reason = file instanceof Error ? file.message : error.message;
  switch ((resultCode ?? 0) & 0xff) {
    case 5: // SQLITE_BUSY
      return clientError("historyBusy", { path }, { cause: error });
    case 13: // SQLITE_FULL
      return clientError("historyDiskFull", { path }, { cause: error });
    case 11: // SQLITE_CORRUPT
    case 26: // SQLITE_NOTADB
      return clientError("historyNotIndex", { path }, { cause: error });
    case 10: // SQLITE_IOERR
    case 14: // SQLITE_CANTOPEN
    case 8: // SQLITE_READONLY
      return clientError("historyUnwritable", { path, reason }, { cause: error });
    default:
      return error;
  }
}

/** An index in one file of SQLite. */
export class SqliteStore implements HistoryStore {
  readonly dialect = sqliteDialect;

  private constructor(
    readonly label: string,
    private readonly connection: SqliteConnection,
  ) {}

  /**
   * Opens a file to write in, and makes it where there is none.
   * @throws ChainError usage `historyBusy`, `historyNotIndex`, `historyUnwritable`, `historyNoLock`
   */
  static async open(path: string): Promise<SqliteStore> {
    try {
      const connection = await SqliteConnection.open(path, "create");
      // what would lie in temporary files lies in memory; the cache is 16 MiB
      for (const pragma of ["temp_store = memory", "cache_size = -16384", "trusted_schema = off"])
        connection.execute(`PRAGMA ${pragma}`);
      for (const pragma of ["journal_mode = truncate", "synchronous = full"]) connection.rows(`PRAGMA ${pragma}`);
      return new SqliteStore(path, connection);
    } catch (error) {
      throw sqliteTrouble(error, path);
    }
  }

  readonly #transaction: StoreTransaction = {
    execute: async (sql, values) => this.connection.execute(sql, values),
    rows: async (sql, values): Promise<StoredValue[][]> => this.connection.rows(sql, values),
    insert: async (table, rows) => this.#insert(table, rows, table.shared ? sqliteDialect.kept(table) : ""),
    merge: async (table, rows, merges: Merges) => this.#insert(table, rows, sqliteDialect.merged(table, merges)),
    update: async ({ name, key }, names, rows) => {
      const set = names.map((column) => `${quotedName(column)} = ?`).join(", ");
      const where = key.map((column) => `${quotedName(column)} = ?`).join(" AND ");
      this.connection.many(`UPDATE ${quotedName(name)} SET ${set} WHERE ${where}`, rows);
    },
    makeTable: async (table) => {
      for (const sql of sqliteDialect.createTable(table)) this.connection.execute(sql);
    },
    dropTable: async ({ name }) => this.connection.execute(`DROP TABLE ${quotedName(name)}`),
  };

  /** Between some rows and the next, answers that came meanwhile are taken and questions sent, so that a chain isn't kept waiting. */
  async #insert(table: Table, rows: readonly StoredRow[], rest: string): Promise<void> {
    const marks = table.columns.map(() => "?").join(", ");
    const sql = `${insertInto(sqliteDialect, table)} VALUES (${marks}) ${rest}`;
    for (let at = 0; at < rows.length; at += rowsAtOnce) {
      if (at > 0) await nextTurn();
      this.connection.many(sql, rows.slice(at, at + rowsAtOnce));
    }
  }

  makeSchema(tables: readonly Table[], views: Readonly<Record<string, string>>): Promise<void> {
    return this.write(async (transaction) => {
      const isChanged = await makeTables(transaction, sqliteDialect, tables);
      for (const [name, query] of Object.entries(views)) {
        if (isChanged) await transaction.execute(`DROP VIEW IF EXISTS ${quotedName(name)}`);
        await transaction.execute(sqliteDialect.createView(name, query));
      }
    });
  }

  write<Result>(work: (transaction: StoreTransaction) => Promise<Result>): Promise<Result> {
    return this.#within("BEGIN IMMEDIATE", work);
  }

  writeBeside<Result>(work: (transaction: StoreTransaction) => Promise<Result>): Promise<Result> {
    return this.write(work);
  }

  read<Result>(work: (transaction: StoreTransaction) => Promise<Result>): Promise<Result> {
    return this.#within("BEGIN", work);
  }

  async #within<Result>(begin: string, work: (transaction: StoreTransaction) => Promise<Result>): Promise<Result> {
    let open = false;
    try {
      this.connection.execute(begin);
      open = true;
      const result = await work(this.#transaction);
      this.connection.execute("COMMIT");
      return result;
    } catch (error) {
      if (open) this.#rollBack();
      throw sqliteTrouble(error, this.label);
    }
  }

  /** An error of the disk has ended the transaction already. */
  #rollBack(): void {
    const { capi } = this.connection.sqlite;
    if (capi.sqlite3_get_autocommit(this.connection.database) === 0) this.connection.execute("ROLLBACK");
  }

  async size(): Promise<number> {
    return statSync(this.label).size;
  }

  async close(): Promise<void> {
    this.connection.close();
  }
}
