import { ChainError } from "../../errors/chainError";
import { clientError } from "../../errors/clientError";
import { type Dialect, insertInto, type Merges, quotedName, type Table } from "../store/dialect";
import type { HistoryStore, StoredRow, StoredValue, StoreTransaction } from "../store/historyStore";
import { makeTables } from "../store/madeTables";
import type { DatabaseTarget } from "./databaseTarget";
import { mysqlDialect } from "./mysqlDialect";
import { filled, literal, type MysqlSession, mysqlTrouble, openMysql, rowOf } from "./mysqlSession";
import { OneByOne, piecesOf } from "./serverValues";

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
