import { ChainError } from "../../errors/chainError";
import { clientError } from "../../errors/clientError";
import {
  type Column,
  type Dialect,
  type Index,
  insertInto,
  type Merges,
  quotedName,
  shortName,
  type Table,
} from "../store/dialect";
import {
  type HistoryStore,
  makeTables,
  type StoredRow,
  type StoredValue,
  type StoreTransaction,
} from "../store/historyStore";
import type { DatabaseTarget } from "./databaseTarget";
import { filled, literal, type MysqlSession, mysqlTrouble, openMysql, rowOf } from "./mysqlSession";
import { OneByOne, piecesOf } from "./serverValues";

const types: Readonly<Record<Exclude<Column["type"], "text">, string>> = {
  int: "BIGINT",
  time: "BIGINT",
  bool: "TINYINT",
  json: "LONGTEXT",
  big: "CHAR(78)",
  blob: "LONGBLOB",
};
/** Characters of a long text that an index holds. */
const indexed = 191;
const maxNameLength = 64;

const list = (names: readonly string[]): string => names.map(quotedName).join(", ");

/**
 * MySQL 8 and MariaDB. Names are in quotation marks as everywhere, which the session's SQL mode says (`mysqlSession.ts`). Indexes come with
 * their tables, and have all rows: neither has indexes of some.
 * @param isMariaDb their collations by which texts compare byte by byte, blanks at the end included, have different names
 */
function mysqlDialect(isMariaDb: boolean): Dialect {
  const collation = `CHARACTER SET utf8mb4 COLLATE ${isMariaDb ? "utf8mb4_nopad_bin" : "utf8mb4_0900_bin"}`;
  const typeOf = ({ type, max }: Column): string => {
    if (type === "big" || type === "json") return `${types[type]} ${collation}`;
    if (type !== "text") return types[type];
    return `${max === undefined ? "LONGTEXT" : `VARCHAR(${max})`} ${collation}`;
  };
  const key = ({ columns }: Table, index: Index): string => {
    const parts = index.columns.map((name) => {
      const column = columns.find((each) => each.name === name);
      const isLong = column?.type === "json" || (column?.type === "text" && column.max === undefined);
      return `${quotedName(name)}${isLong ? `(${indexed})` : ""}`;
    });
    return `${index.unique ? "UNIQUE " : ""}KEY ${quotedName(shortName(`by_${index.columns.join("_")}`, maxNameLength))} (${parts.join(", ")})`;
  };
  return {
    quoted: quotedName,
    forUpdate: "FOR UPDATE",
    nowMs: "CAST(unix_timestamp(sysdate(3)) * 1000 AS SIGNED)",
    createView: (name, query) => `CREATE OR REPLACE VIEW ${quotedName(name)} AS ${query}`,
    addColumn: (table, column) =>
      `ALTER TABLE ${quotedName(table)} ADD COLUMN ${quotedName(column.name)} ${typeOf(column)}`,
    columnNames:
      "SELECT column_name FROM information_schema.columns WHERE table_schema = database() AND table_name = ?",
    createTable(table) {
      const lines = [
        ...table.columns.map(
          (column) => `${quotedName(column.name)} ${typeOf(column)}${column.optional ? "" : " NOT NULL"}`,
        ),
        `PRIMARY KEY (${list(table.key)})`,
        ...(table.indexes ?? []).map((index) => key(table, index)),
      ];
      return [
        `CREATE TABLE IF NOT EXISTS ${quotedName(table.name)} (${lines.join(", ")}) ENGINE = InnoDB ROW_FORMAT = DYNAMIC`,
      ];
    },
    kept({ key: [first = ""] }) {
      return `ON DUPLICATE KEY UPDATE ${quotedName(first)} = ${quotedName(first)}`;
    },
    merged(_, merges) {
      const changes = Object.entries(merges).map(([column, merge]) => {
        const own = quotedName(column);
        const given = `VALUES(${own})`;
        const both = {
          new: given,
          sum: `${own} + ${given}`,
          least: `LEAST(${own}, ${given})`,
          greatest: `GREATEST(${own}, ${given})`,
        };
        return `${own} = ${both[merge]}`;
      });
      return `ON DUPLICATE KEY UPDATE ${changes.join(", ")}`;
    },
  };
}

/** How long another writer is waited for, in seconds. */
const timeout = 60;
const noSuchTable = 1146;

/**
 * An index in a database of MySQL or MariaDB. There a statement that makes or drops a table ends the transaction: tables are made over a
 * second connection, before what tells of them is written, and dropped when what told of them is gone. What a killed indexer leaves is a
 * table that `decoded_tables` doesn't name, which is dropped before one of its name is made.
 */
export class MysqlStore implements HistoryStore {
  readonly #turns = new OneByOne();
  #session: MysqlSession | undefined;
  #side: MysqlSession | undefined;
  /** What the transaction at hand drops when it is done, and what it made. */
  #dropped = new Set<string>();
  #made = new Set<string>();

  private constructor(
    private readonly target: DatabaseTarget,
    readonly dialect: Dialect,
  ) {}

  /** @throws ChainError transport `historyDatabaseAway`; usage `historyDatabaseDenied`, `historyDatabaseRefused` */
  static async open(target: DatabaseTarget): Promise<MysqlStore> {
    const session = await openMysql(target);
    const store = new MysqlStore(target, mysqlDialect(session.isMariaDb));
    store.#session = session;
    return store;
  }

  get label(): string {
    return this.target.label;
  }

  async #connected(): Promise<MysqlSession> {
    this.#session ??= await openMysql(this.target);
    return this.#session;
  }

  #lose(): void {
    this.#session?.connection.destroy();
    this.#side?.connection.destroy();
    this.#session = undefined;
    this.#side = undefined;
  }

  async #define(sql: string): Promise<void> {
    this.#side ??= await openMysql(this.target);
    await this.#side.connection.query(sql);
  }

  #transaction({ connection }: MysqlSession): StoreTransaction {
    const rows = async (sql: string, values: StoredRow = []): Promise<StoredValue[][]> => {
      const [found, fields] = await connection.query(filled(sql, values));
      return Array.isArray(found) ? (found as unknown[][]).map((row) => rowOf(row, fields)) : [];
    };
    const execute = async (sql: string, values?: StoredRow): Promise<void> => void (await rows(sql, values));
    const put = async (table: Table, all: readonly StoredRow[], rest: string): Promise<void> => {
      const into = insertInto(this.dialect, table);
      for (const piece of piecesOf(all))
        await connection.query(
          `${into} VALUES ${piece.map((row) => `(${row.map(literal).join(", ")})`).join(", ")} ${rest}`,
        );
    };
    return {
      rows,
      execute,
      insert: (table, all) => put(table, all, table.shared ? this.dialect.kept(table) : ""),
      merge: (table, all, merges: Merges) => put(table, all, this.dialect.merged(table, merges)),
      update: async ({ name, key }, names, all) => {
        const columns = [...names, ...key].map(quotedName);
        const set = names.map((each) => `own.${quotedName(each)} = given.${quotedName(each)}`).join(", ");
        const where = key.map((each) => `own.${quotedName(each)} = given.${quotedName(each)}`).join(" AND ");
        for (const piece of piecesOf(all)) {
          const given = piece.map(
            (row) => `SELECT ${row.map((value, at) => `${literal(value)} AS ${columns[at]}`).join(", ")}`,
          );
          await connection.query(
            `UPDATE ${quotedName(name)} own JOIN (${given.join(" UNION ALL ")}) given ON ${where} SET ${set}`,
          );
        }
      },
      makeTable: async (table) => {
        // of the same name is the same: an interface keeps its name
        if (this.#dropped.delete(table.name)) return execute(`DELETE FROM ${quotedName(table.name)}`);
        if (this.#made.has(table.name)) return;
        await this.#define(`DROP TABLE IF EXISTS ${quotedName(table.name)}`);
        for (const sql of this.dialect.createTable(table)) await this.#define(sql);
        this.#made.add(table.name);
      },
      dropTable: async ({ name }) => void this.#dropped.add(name),
    };
  }

  makeSchema(tables: readonly Table[], views: Readonly<Record<string, string>>): Promise<void> {
    return this.#turns.run(() =>
      this.#alone(async (session) => {
        const transaction = this.#transaction(session);
        await makeTables(transaction, this.dialect, tables);
        for (const [name, query] of Object.entries(views))
          await transaction.execute(this.dialect.createView(name, query));
      }),
    );
  }

  write<Result>(work: (transaction: StoreTransaction) => Promise<Result>): Promise<Result> {
    return this.#turns.run(() =>
      this.#alone((session) =>
        this.#within(session, "START TRANSACTION", async (transaction) => {
          await this.#besideLock(session, "FOR UPDATE");
          return work(transaction);
        }),
      ),
    );
  }

  writeBeside<Result>(work: (transaction: StoreTransaction) => Promise<Result>): Promise<Result> {
    return this.#turns.run(() =>
      this.#tried(async () => {
        const session = await this.#connected();
        // what lies between rows isn't locked so
        await session.connection.query("SET TRANSACTION ISOLATION LEVEL READ COMMITTED");
        return this.#within(session, "START TRANSACTION", async (transaction) => {
          await this.#besideLock(session, "LOCK IN SHARE MODE");
          return work(transaction);
        });
      }),
    );
  }

  /** A lock that many may have, or one alone: that of a row, for named ones are always one's own. */
  async #besideLock({ connection }: MysqlSession, kind: string): Promise<void> {
    try {
      await connection.query(`SELECT value FROM state WHERE "key" = 'schema' ${kind}`);
    } catch (error) {
      // there is no index yet
      if ((error as { errno?: number }).errno !== noSuchTable) throw error;
    }
  }

  read<Result>(work: (transaction: StoreTransaction) => Promise<Result>): Promise<Result> {
    const begin = "START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY";
    return this.#turns.run(async () => this.#tried(async () => this.#within(await this.#connected(), begin, work)));
  }

  async #tried<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      const trouble = mysqlTrouble(error, this.target);
      if (trouble instanceof ChainError && trouble.kind === "transport") this.#lose();
      throw trouble;
    }
  }

  /** Does work while no other writer does any: a lock that ends with its connection, and that with its process. */
  #alone<Result>(work: (session: MysqlSession) => Promise<Result>): Promise<Result> {
    return this.#tried(async () => {
      const session = await this.#connected();
      try {
        const [row] = await this.#transaction(session).rows(
          `SELECT GET_LOCK(left(concat('chainside ', database()), 64), ${timeout})`,
        );
        if (row?.[0] !== 1) throw clientError("historyBusy", { path: this.label });
        const result = await work(session);
        await session.connection.query("DO RELEASE_LOCK(left(concat('chainside ', database()), 64))");
        return result;
      } catch (error) {
        // the connection takes its lock and what it had begun along
        this.#lose();
        throw error;
      }
    });
  }

  async #within<Result>(
    session: MysqlSession,
    begin: string,
    work: (transaction: StoreTransaction) => Promise<Result>,
  ): Promise<Result> {
    [this.#dropped, this.#made] = [new Set(), new Set()];
    await session.connection.query(begin);
    try {
      const result = await work(this.#transaction(session));
      await session.connection.query("COMMIT");
      for (const name of this.#dropped) await this.#define(`DROP TABLE IF EXISTS ${quotedName(name)}`);
      return result;
    } catch (error) {
      await session.connection.query("ROLLBACK").catch(() => this.#lose());
      throw error;
    }
  }

  async size(): Promise<number> {
    const sql =
      "SELECT coalesce(sum(data_length + index_length), 0) FROM information_schema.tables WHERE table_schema = database()";
    return Number(await this.read(async ({ rows }) => (await rows(sql))[0]?.[0] ?? 0));
  }

  async close(): Promise<void> {
    await this.#turns.run(async () => this.#lose());
  }
}
